"""What a picture shall show for certain; all else about it is drawn at random."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Wishes:
    """Choices that `scene.build` takes instead of drawing them; None leaves one to chance.

    Attributes
    ----------
    size : int
        Lines of the board.
    board, ground : str
        As `textures.board_colours` and `textures.ground` name their kinds.
    stones : {"empty", "opening", "game", "crowded"}
    material : {"glass", "yunzi", "plastic", "green", "flat"}
        What stones are made of; "flat" are the flat ones of magnetic sets.
    elevation, turn : float
        Degrees of the camera above the board, and by which the board is turned in the picture.
    fill : float
        Share of the picture's width or height that the grid takes.
    thickness : float
        Of the board, in cells.
    spread : float
        How far stones lie off their points, cells (standard deviation).
    marks : {"coordinates", "logo", "frame", "worn"}
        What is printed round the lines; "worn" are half rubbed off lines.
    bowls, hands, shadow, lamps : bool
        Bowls and loose stones beside the board; a hand over it; something that throws a hard shadow; low lamps
        mirrored in board and stones.
    corner : {"stones", "hand"}
        What lies on a corner of the grid.
    """

    size: int | None = None
    board: str | None = None
    ground: str | None = None
    stones: str | None = None
    material: str | None = None
    elevation: float | None = None
    turn: float | None = None
    fill: float | None = None
    thickness: float | None = None
    spread: float | None = None
    marks: str | None = None
    bowls: bool | None = None
    hands: bool | None = None
    shadow: bool | None = None
    lamps: bool | None = None
    corner: str | None = None


NONE = Wishes()
