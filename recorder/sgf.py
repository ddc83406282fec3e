"""Game records as SGF FF[4]. Here and in `sgf_reader` alone sgfmill is known, whose rows count from the bottom.

A plain SGF program that plays the moves and lays the stones of the setup nodes shows the board as it was, at
every move, also where the rules were broken. Elapsed source time of a move, in seconds, stands in the private
property `KWT`: SGF has none for it (`BL` and `WL` are clocks). Property meanings: SGF FF[4] specification.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib.metadata import version
from typing import Any

from sgfmill import boards, sgf, sgf_grammar

from recorder import events
from recorder.branches import Branch, grow
from recorder.facts import GameFacts, merged
from recorder.phrases import comment
from recorder.record import Record, fold
from recorder.sgf_root import fill_root

_Square = tuple[int, int]

# Catalogue entries that say a move itself broke the rules; left standing it bears KO ("even if illegal").
_ILLEGAL = frozenset(
    {
        "double_move", "out_of_turn", "wrong_colour_stone", "occupied_point", "forbidden_point", "ko_retake",
        "superko_repetition",
    }
)  # fmt: skip
_SUICIDE_ALLOWED = frozenset({"NZ", "GOE", "Tromp-Taylor"})
# What comes first in a node; the rest follows by name. CA must come before any text it is the key to.
_FIRST = ("FF", "CA", "GM", "AP", "SZ", "B", "W", "KO", "MN", "HA", "AB", "AW", "AE", "PL")


def to_sgf(told: Iterable[events.Event], facts: GameFacts | None = None) -> bytes | None:
    """The SGF file of one game's events, UTF-8; None where no board was ever found.

    Raises
    ------
    ValueError
        Where an event names a point that is not on the board.
    """
    record = fold(told)
    return None if record is None else _Writer(record, merged(facts or GameFacts(), record.facts)).content()


def _serialise(root: Any) -> bytes:
    """The file of a tree, a node a line. sgfmill's own order puts ranks and comments before the encoding."""
    order = {name: place for place, name in enumerate(_FIRST)}
    pieces: list[bytes] = []
    waiting: list[Any] = [sgf_grammar.make_coarse_game_tree(root, lambda node: node, sgf.Node.get_raw_property_map)]
    while waiting:
        tree = waiting.pop()
        if tree is None:
            pieces.append(b")")
            continue
        pieces.append(b"(" if not pieces else b"\n(")
        for properties in tree.sequence:
            names = sorted(properties, key=lambda name: (order.get(name, len(order)), name))
            node = (name.encode() + b"".join(b"[" + v + b"]" for v in properties[name]) for name in names)
            pieces.append((b";" if pieces[-1].endswith(b"(") else b"\n;") + b"".join(node))
        waiting += [None, *reversed(tree.children)]
    return b"".join(pieces) + b"\n"


def _other(colour: str) -> str:
    return "w" if colour == "b" else "b"


def _lay(board: boards.Board, content: Mapping[_Square, str | None]) -> None:
    """Set points as SGF's setup does: nothing is captured (sgfmill's own setup takes dead chains away)."""
    for (row, col), colour in content.items():
        board.board[row][col] = colour


class _Place:
    """A node, the board a plain SGF program shows there, and the board as it was."""

    def __init__(self, node: Any, shown: boards.Board, stones: dict[_Square, str]) -> None:
        self.node, self.shown, self.stones = node, shown, stones
        self.ko: _Square | None = None
        self.last: str | None = None  # the colour that moved last
        self.count = 0  # moves on the way here, as a program counts them
        self.changes: list[str] = []  # what is to be said of stones that are not settled yet
        self.fork: tuple[Any, Branch] | None = None  # the last node with side lines, and the first of them

    def copy(self) -> _Place:
        other = _Place(self.node, self.shown.copy(), dict(self.stones))
        other.ko, other.last, other.count = self.ko, self.last, self.count
        other.changes, other.fork = list(self.changes), self.fork
        return other


class _Writer:
    def __init__(self, record: Record, facts: GameFacts) -> None:
        self._record, self._facts, self._size = record, facts, record.size

    def content(self) -> bytes:
        game = sgf.Sgf_game(self._size, encoding="UTF-8")
        root = game.get_root()
        root.set("AP", ("kifuwatch", version("kifuwatch")))
        trunk = grow(self._record)
        fill_root(root, self._record, self._facts, trunk, self._squares)
        stones = {}
        board = boards.Board(self._size)
        if setup := self._record.setup:
            black, white = self._squares(setup.black), self._squares(setup.white)
            stones = dict.fromkeys(black, "b") | dict.fromkeys(white, "w")
            _lay(board, stones)
        self._tree(trunk, _Place(root, board, stones))
        return _serialise(root)

    def _tree(self, trunk: Branch, place: _Place) -> None:
        waiting = [(trunk, place)]
        while waiting:
            branch, place = waiting.pop()
            if branch is not trunk:
                self._step(branch, place)
            while True:
                if branch.is_main_end and branch.children:
                    # Without a node of its own the main line would go on into what was withdrawn.
                    self._main_end(branch.children[0], place.copy())
                if len(branch.children) > 1:
                    place.fork = place.node, branch.children[1]
                waiting += [(child, place.copy()) for child in reversed(branch.children[1:])]
                if not branch.children:
                    self._settle(place, place.last and _other(place.last))
                    if branch.is_main_end and place.fork and place.fork[0] is place.node:
                        # What came after the fork changed nothing that a program shows.
                        self._main_end(place.fork[1], place)
                    break
                branch = branch.children[0]
                self._step(branch, place)

    def _main_end(self, withdrawn: Branch, place: _Place) -> None:
        """A node that only says why what follows beside it was withdrawn: the first of its parent's."""
        self._settle(place, place.last and _other(place.last))
        node = place.node.new_child(0)
        node.set("C", comment((), self._size, withdrawn=withdrawn.withdrawn))

    def _step(self, branch: Branch, place: _Place) -> None:
        event = branch.event
        end = self._record.end if branch.is_main_end else None
        if isinstance(event, events.Move):
            self._move(event, branch, place)
            self._clock(event.colour, branch, place)
        elif isinstance(event, events.Pass):
            self._pass(event, place)
            self._clock(event.colour, branch, place)
        elif isinstance(event, events.Turn):
            self._turn(event, place)
        elif event is not None:
            self._change(event, place)
            place.changes += filter(None, [comment((), self._size, event, branch.withdrawn)])
            if words := comment(branch.notes, self._size, end=end):
                place.node.add_comment_text(words)
            return
        if words := comment(branch.notes, self._size, event, branch.withdrawn, end):
            place.node.add_comment_text(words)

    def _pass(self, event: events.Pass, place: _Place) -> None:
        self._settle(place, event.colour.lower())
        place.node = place.node.new_child()
        place.node.set_raw(event.colour, b"")  # sgfmill would write the old [tt]
        place.ko, place.last = None, event.colour.lower()
        place.count += 1
        self._number(event, place)

    def _move(self, event: events.Move, branch: Branch, place: _Place) -> None:
        colour = event.colour.lower()
        self._settle(place, colour)
        row, col = square = self._square(event.point)
        illegal = square == place.ko or place.shown.get(row, col) is not None
        if place.shown.get(row, col) is not None:
            _lay(place.shown, {square: None})  # a program lays the stone over what is there
        place.ko = place.shown.play(row, col, colour)
        suicide = place.shown.get(row, col) is None
        illegal |= suicide and self._facts.rules not in _SUICIDE_ALLOWED
        illegal |= any(
            isinstance(note, events.Alert) and note.id in _ILLEGAL and event.point in note.points
            for note in branch.notes
        )
        place.stones[square] = colour
        for taken in self._squares(event.captured):
            place.stones.pop(taken, None)
        place.node = place.node.new_child()
        place.node.set_move(colour, square)
        if illegal:
            place.node.set("KO", True)
        place.last = colour
        place.count += 1
        self._number(event, place)

    def _clock(self, colour: events.Player, branch: Branch, place: _Place) -> None:
        """BL or WL in seconds; in overtime OB or OW, the periods or the moves to play that are left."""
        left = branch.left
        if left is None:
            return
        in_overtime = left.main <= 0 and left.period > 0
        place.node.set(f"{colour}L", left.period if in_overtime else left.main)
        if in_overtime:
            place.node.set(f"O{colour}", left.periods or left.stones)

    def _turn(self, event: events.Turn, place: _Place) -> None:
        """Who is to move stands in a node of its own: setup and moves never share one."""
        self._settle(place, event.to_move.lower())
        place.node = place.node.new_child()
        place.node.set("PL", event.to_move.lower())
        place.ko, place.last = None, _other(event.to_move.lower())

    def _number(self, event: events.Move | events.Pass, place: _Place) -> None:
        if event.n != place.count:
            place.node.set("MN", event.n)
            place.count = event.n
        time = event.t_placed if isinstance(event, events.Move) else event.t
        place.node.set_raw("KWT", f"{time:.2f}".rstrip("0").rstrip(".").encode())

    def _change(self, event: events.Edit | events.Setup, place: _Place) -> None:
        if isinstance(event, events.Setup):
            place.stones.clear()
        else:
            for square in self._squares(event.empty):
                place.stones.pop(square, None)
        place.stones |= dict.fromkeys(self._squares(event.black), "b")
        place.stones |= dict.fromkeys(self._squares(event.white), "w")

    def _settle(self, place: _Place, to_move: str | None) -> None:
        """Lay or lift what a plain program shows otherwise than it was, in a node of its own."""
        shown = {square: colour for colour, square in place.shown.list_occupied_points()}
        words, place.changes = place.changes, []
        if shown == place.stones:
            return
        put: dict[_Square, str | None] = {s: c for s, c in place.stones.items() if shown.get(s) != c}
        black = sorted(s for s, c in put.items() if c == "b")
        white = sorted(s for s, c in put.items() if c == "w")
        empty = sorted(s for s in shown if s not in place.stones)
        place.node = place.node.new_child()
        place.node.set_setup_stones(black, white, empty)
        if to_move:
            place.node.set("PL", to_move)
        if words:
            place.node.set("C", "\n".join(dict.fromkeys(words)))
        _lay(place.shown, put | dict.fromkeys(empty))
        place.ko = None

    def _squares(self, vertices: Iterable[str]) -> list[_Square]:
        return [self._square(vertex) for vertex in vertices]

    def _square(self, vertex: str) -> _Square:
        point = events.to_point(vertex)
        if point.row >= self._size or point.col >= self._size:
            raise ValueError(f"the point {vertex} is not on a board of {self._size} lines")
        return self._size - 1 - point.row, point.col
