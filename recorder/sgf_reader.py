"""Game records of others: the main line of an SGF file as events, so that figures and pages can be made of it."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import msgspec
from sgfmill import boards, sgf

from engine.point import SIZES
from recorder import events
from recorder.facts import GameFacts
from recorder.game_info import INFO_TEXTS

# What files without CA are written in, most likely first; Latin-1 takes anything.
_ENCODINGS = ("utf-8", "gb18030", "shift_jis", "euc_kr", "latin-1")
_TIME = "KWT"

_Square = tuple[int, int]


def read_sgf(content: bytes) -> tuple[list[events.Event], GameFacts]:
    """The main line of the first game in an SGF file.

    Stones are captured as an SGF program does it: the file's own moves, no rules. Facts that SGF allows and
    `GameFacts` does not (a date in words, say) are left out.

    Raises
    ------
    ValueError
        Where it is no SGF of a game of Go on 5 to 25 lines.
    """
    if not content.strip():
        raise ValueError("the SGF is empty")
    try:
        game = _decoded(content)
        size = game.get_size()
        root, *nodes = game.get_main_sequence()
    except (ValueError, IndexError, LookupError) as error:
        raise ValueError(f"not an SGF that can be read: {error}") from error
    if size not in SIZES:
        raise ValueError(f"a board of {size} lines; there are {SIZES.start} to {SIZES.stop - 1}")
    reading = _Reading(size)
    try:
        reading.root(root)
        for node in nodes:
            reading.node(node)
    except (ValueError, IndexError) as error:
        raise ValueError(f"not an SGF that can be read: {error}") from error
    return reading.told(), _facts(root)


def _decoded(content: bytes) -> Any:
    game = sgf.Sgf_game.from_bytes(content)
    if game.get_root().has_property("CA"):
        return game
    for encoding in _ENCODINGS:
        try:
            content.decode(encoding)
        except UnicodeDecodeError:
            continue
        return sgf.Sgf_game.from_bytes(content, override_encoding=encoding)
    return game


class _Reading:
    def __init__(self, size: int) -> None:
        self._size, self._board = size, boards.Board(size)
        self._told: list[events.Event] = [
            events.Board(t=0, size=size, corners=((0, 0), (size - 1, 0), (size - 1, size - 1), (0, size - 1)))
        ]
        self._n, self._t = 0, 0.0

    def told(self) -> list[events.Event]:
        return [msgspec.structs.replace(event, seq=seq) for seq, event in enumerate(self._told, 1)]

    def root(self, root: Any) -> None:
        black, white, _ = root.get_setup_stones()
        turn = root.get("PL") if root.has_property("PL") else None
        if black or white or turn == "w":
            self._lay(black, white, ())
            to_move: events.Player | None = {"b": "B", "w": "W"}.get(turn)  # type: ignore[assignment, arg-type]
            self._told.append(
                events.Setup(t=0, black=self._vertices(black), white=self._vertices(white), to_move=to_move)
            )
        self._move(root)

    def node(self, node: Any) -> None:
        black, white, empty = node.get_setup_stones()
        if black or white or empty:
            self._lay(black, white, empty)
            self._told.append(
                events.Edit(
                    t=self._t,
                    after=self._n,
                    black=self._vertices(black),
                    white=self._vertices(white),
                    empty=self._vertices(empty),
                    cause="operator",
                )
            )
        self._move(node)

    def _lay(self, black: Iterable[_Square], white: Iterable[_Square], empty: Iterable[_Square]) -> None:
        for squares, colour in ((empty, None), (black, "b"), (white, "w")):
            for row, col in squares:
                self._board.board[row][col] = colour

    def _move(self, node: Any) -> None:
        colour, square = node.get_move()
        if colour is None:
            return
        self._n += 1
        if node.has_property(_TIME):
            with suppress(ValueError):  # another program's own property
                self._t = max(self._t, float(node.get_raw(_TIME)))
        player: events.Player = "B" if colour == "b" else "W"
        if square is None:
            self._told.append(events.Pass(t=self._t, n=self._n, colour=player, confidence=1))
            return
        row, col = square
        self._board.board[row][col] = None  # a program lays the stone over what is there
        before = dict.fromkeys(place for _, place in self._board.list_occupied_points()) | {square: None}
        self._board.play(row, col, colour)
        after = {place for _, place in self._board.list_occupied_points()}
        self._told.append(
            events.Move(
                t=self._t,
                n=self._n,
                colour=player,
                point=self._vertex(square),
                captured=self._vertices(place for place in before if place not in after),
                t_placed=self._t,
                confidence=1,
            )
        )

    def _vertex(self, square: _Square) -> str:
        row, col = square
        return chr(97 + col) + chr(97 + self._size - 1 - row)

    def _vertices(self, squares: Iterable[_Square]) -> tuple[str, ...]:
        return tuple(sorted(map(self._vertex, squares)))


def _facts(root: Any) -> GameFacts:
    facts = GameFacts()
    texts = INFO_TEXTS | {"RE": "result"}
    for identifier, name in texts.items():
        if root.has_property(identifier):
            facts = _with(facts, name, str(root.get(identifier)).strip())
    for identifier, name in (("KM", "komi"), ("HA", "handicap")):
        if root.has_property(identifier):
            try:
                facts = _with(facts, name, root.get(identifier))
            except ValueError:
                continue  # another program's way to write it
    return facts


def _with(facts: GameFacts, name: str, value: object) -> GameFacts:
    try:
        return GameFacts(**msgspec.structs.asdict(facts) | {name: value})
    except ValueError:
        return facts
