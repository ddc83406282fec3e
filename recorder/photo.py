"""The position in one photograph, as `kifuwatch read` tells it."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np

from calibration.detect import find_grid
from calibration.manual import grid_by_hand
from calibration.orient import Side, oriented
from recorder import events
from recorder.facts import GameFacts
from recorder.messages import shown
from recorder.sgf import to_sgf
from vision.frame import Image
from vision.grid import Grid, NoGrid
from vision.network import LATTICE, LOCATOR, STONES, network
from vision.overlay import SURE, beside, board_picture, overlay
from vision.picture import read_picture
from vision.reader import Reader
from vision.reading import Reading


class Position(msgspec.Struct, frozen=True, kw_only=True):
    """One line of `read --json`; the fields are those of the contract.

    Attributes
    ----------
    file : str
        As the user named it.
    found : bool
    size : int or None
    corners : tuple of four (x, y), or None
        Pixels of the outermost crossings: that of `aa`, then clockwise as seen.
    rows : tuple of str, or None
        `X`, `O`, `.`; row 0 the top.
    unsure : tuple of str
        Points, as SGF letters, on whose reading the record should not be staked.
    reason : str or None
        Why no board was found.
    ms : float
        Milliseconds spent on the picture, loading of the networks left out.
    """

    file: str
    found: bool
    size: int | None = None
    corners: tuple[tuple[float, float], ...] | None = None
    rows: tuple[str, ...] | None = None
    unsure: tuple[str, ...] = ()
    reason: str | None = None
    ms: float = 0.0


@dataclass(frozen=True, eq=False)
class Photo:
    """A photograph with what was read in it: `position` says whether anything was."""

    position: Position
    image: Image
    grid: Grid | None = None
    reading: Reading | None = None

    def overlay(self) -> Image:
        """The picture with the grid and the reading drawn on it, the position as a diagram beside it."""
        drawn = overlay(self.image, self.grid, self.reading, self.position.reason or "")
        return drawn if self.reading is None else beside(drawn, board_picture(self.reading))


class PhotoReader:
    """Reads photographs; makes the networks ready when it is made.

    Parameters
    ----------
    size : int, optional
        Lines of the board, where known.
    top : {"left", "right", "top", "bottom"}, optional
        Side of the picture where the record's first row lies.
    corners : ndarray of shape (4, 2), optional
        The outermost crossings by hand, in pixels; needs `size`.

    Raises
    ------
    ValueError
        Where there are corners and no size.
    """

    def __init__(self, size: int | None = None, top: Side | None = None, corners: np.ndarray | None = None) -> None:
        if corners is not None and size is None:
            raise ValueError("corners given by hand need the number of lines: add --size")
        self._size, self._top, self._corners = size, top, corners
        self._reader = Reader(turns=4)
        # A network's first run sets it up, which is no picture's fault.
        for name, side in (
            ("locator", LOCATOR.side),
            ("lattice", LATTICE.side),
            ("stones", STONES.cells * STONES.spacing),
        ):
            network(name).run(np.zeros((side, side, 3), np.uint8))

    def read(self, path: str) -> Photo:
        """Read the position in a picture file.

        Raises
        ------
        SourceError
            Where the file holds no picture.
        ValueError
            Where corners by hand do not fit the picture.
        """
        image = read_picture(Path(path))
        began = time.perf_counter()
        photo = self._look(path, image)
        ms = round(1000 * (time.perf_counter() - began), 1)
        return Photo(msgspec.structs.replace(photo.position, ms=ms), image, photo.grid, photo.reading)

    def _look(self, path: str, image: Image) -> Photo:
        if self._corners is not None:
            assert self._size is not None
            found: Grid | NoGrid = grid_by_hand(image, self._corners, self._size)
        else:
            found = find_grid(image, self._size)
        if isinstance(found, NoGrid):
            return Photo(Position(file=shown(path), found=False, reason=found.reason), image)
        grid = oriented(found, self._top)
        reading = self._reader.read_image(image, grid)
        position = Position(
            file=shown(path),
            found=True,
            size=grid.size,
            corners=tuple((round(float(x), 2), round(float(y), 2)) for x, y in grid.corners),
            rows=tuple("".join(".XO"[c] for c in row) for row in reading.colours),
            unsure=unsure(reading),
        )
        return Photo(position, image, grid, reading)


def unsure(reading: Reading) -> tuple[str, ...]:
    """Points that are hidden, or whose likeliest content is not likely enough, as SGF letters."""
    doubtful = (reading.confidence < SURE) | ~reading.seen
    n = reading.size
    return tuple(chr(97 + c) + chr(97 + r) for r in range(n) for c in range(n) if doubtful[r, c])


def position_sgf(position: Position, facts: GameFacts | None = None) -> bytes:
    """An SGF with the position as setup; raises ValueError where no board was found."""
    if position.rows is None or position.size is None or position.corners is None:
        raise ValueError(f"no board was found in {position.file}")
    a, b, c, d = position.corners
    stones = {
        colour: tuple(
            chr(97 + c) + chr(97 + r)
            for r, row in enumerate(position.rows)
            for c, content in enumerate(row)
            if content == colour
        )
        for colour in "XO"
    }
    content = to_sgf(
        [
            events.Board(t=0, size=position.size, corners=(a, b, c, d)),
            events.Setup(t=0, black=stones["X"], white=stones["O"], to_move=None),
        ],
        facts,
    )
    assert content is not None
    return content
