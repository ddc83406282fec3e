"""A game as OGS writes the moves of a review: one text from the empty board on.

Facts from the server's public client library (goban): two letters a move, column and row from the top left, `..` a
pass; stones of a point set without being a move are `!1dd` black, `!2dd` white, `!0dd` none. Moves alternate, Black
first, and the server takes off what has no liberty; so whatever was not so at the board is set as stones.
"""

from __future__ import annotations

from engine.chains import neighbours, put
from recorder import events
from recorder.game_state import GameState

_MARK = {"B": 1, "W": 2}


def path_of(state: GameState) -> str:
    """The text that leads a review to the position of a state, move by move.

    Raises
    ------
    ValueError
        Where no board was found yet.
    """
    if not state.size:
        raise ValueError("there is no board yet")
    path = _Path(state.size)
    if state.setup:
        path.become({**path.stones(), **dict.fromkeys(state.setup[0], "B"), **dict.fromkeys(state.setup[1], "W")})
    board = path.stones()
    edits = {edit.after: [e for e in state.edits if e.after == edit.after] for edit in state.edits}

    def change(after: int) -> None:
        for edit in edits.get(after, ()):
            for point in edit.empty:
                board.pop(point, None)
            board.update(dict.fromkeys(edit.black, "B"))
            board.update(dict.fromkeys(edit.white, "W"))
        path.become(board)

    change(0)
    for move in state.moves:
        if move.point is None:
            path.skip(move.colour)
        else:
            board[move.point] = move.colour
            for point in move.captured:
                board.pop(point, None)
            path.play(move.colour, move.point)
        path.become(board)
        change(move.n)
    return "".join(path.text)


class _Path:
    """What a review shows as its text grows."""

    def __init__(self, size: int) -> None:
        self._size, self._stones, self._turn = size, bytes(size * size), "B"
        self.text: list[str] = []

    def stones(self) -> dict[str, events.Player]:
        """What stands there by now, by SGF letters."""
        found: dict[str, events.Player] = {}
        for index, content in enumerate(self._stones):
            if content:
                point = chr(97 + index % self._size) + chr(97 + index // self._size)
                found[point] = "B" if content == 1 else "W"
        return found

    def _index(self, vertex: str) -> int:
        point = events.to_point(vertex)
        return point.row * self._size + point.col

    def play(self, colour: str, vertex: str) -> None:
        """A move, where it is one for the server; else it is left to `become`."""
        index = self._index(vertex)
        if colour != self._turn or self._stones[index]:
            return
        board, _, own = put(self._stones, index, _MARK[colour], neighbours(self._size))
        if own:
            return
        self._stones = board
        self.text.append(vertex)
        self._turn = "W" if colour == "B" else "B"

    def skip(self, colour: str) -> None:
        """A pass."""
        if colour == self._turn:
            self.text.append("..")
            self._turn = "W" if colour == "B" else "B"

    def become(self, wanted: dict[str, events.Player]) -> None:
        """Set stones until the position is the wanted one."""
        shown = self.stones()
        if shown == wanted:
            return
        board = bytearray(self._stones)
        for point in sorted(shown.keys() | wanted.keys()):
            if shown.get(point) != wanted.get(point):
                content = _MARK[wanted[point]] if point in wanted else 0
                board[self._index(point)] = content
                self.text.append(f"!{content}{point}")
        self._stones = bytes(board)
