"""What lies where: all that a camera can see of a position."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.point import SIZES, Colour, Point

_MARKS = {".": 0, "+": 0, "X": 1, "#": 1, "O": 2, "?": 3}
_LETTERS = ".XO?"


def parse_diagram(text: str) -> tuple[int, bytes]:
    """Size and content of a diagram, row by row from the top.

    `X` is black, `O` white, `.` empty, `?` unknown.
    Blanks within and around rows do not count. Raises ValueError where the text is no square board of 5 to
    25 lines or holds another sign.
    """
    rows = ["".join(line.split()) for line in text.splitlines() if line.strip()]
    size = len(rows)
    if size not in SIZES or any(len(row) != size for row in rows):
        raise ValueError(
            f"a diagram must be square with 5 to 25 rows, got {size} rows of {sorted({len(r) for r in rows})}"
        )
    unknown = {sign for row in rows for sign in row} - _MARKS.keys()
    if unknown:
        raise ValueError(f"a diagram holds X, O, . and ? only, got {''.join(sorted(unknown))!r}")
    return size, bytes(_MARKS[sign] for row in rows for sign in row)


def draw_diagram(size: int, stones: bytes) -> str:
    """The board as rows of signs, top row first, one row a line."""
    return "\n".join("".join(_LETTERS[s] for s in stones[r * size : (r + 1) * size]) for r in range(size))


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The content of each point, UNKNOWN where it cannot be told.

    Attributes
    ----------
    size : int
        Number of lines, 5 to 25.
    stones : bytes
        size * size values of `Colour`, row by row, row 0 at the top.

    Raises
    ------
    ValueError
        Where the size is out of range or the bytes do not fit it.
    """

    size: int
    stones: bytes

    def __post_init__(self) -> None:
        if self.size not in SIZES:
            raise ValueError(f"a board has 5 to 25 lines, got {self.size}")
        if len(self.stones) != self.size**2:
            raise ValueError(f"{self.size} lines need {self.size**2} points, got {len(self.stones)} bytes")
        if self.stones.translate(None, b"\0\1\2\3"):
            raise ValueError("an arrangement's bytes are 0 empty, 1 black, 2 white, 3 unknown")

    @classmethod
    def from_diagram(cls, text: str) -> Arrangement:
        """The arrangement that a diagram shows, see `parse_diagram`."""
        return cls(*parse_diagram(text))

    def diagram(self) -> str:
        """Rows of `X`, `O`, `.` and `?`, top row first."""
        return draw_diagram(self.size, self.stones)

    def get(self, point: Point) -> Colour:
        """The content of a point; raises ValueError off the board."""
        if not point.lies_on(self.size):
            raise ValueError(f"{point} is not on a board of {self.size} lines")
        return Colour(self.stones[point.row * self.size + point.col])

    def points(self, colour: Colour) -> Iterator[Point]:
        """The points of one content, row by row."""
        for i, there in enumerate(self.stones):
            if there == colour:
                yield Point(*divmod(i, self.size))
