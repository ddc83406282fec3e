"""Every story that fits what was seen, found by trying everything: the oracle of `engine_faults.py`.

Nothing here comes from the engine: boards are tuples, captures are found by flooding sets of points. A story is a
legal sequence of stones, anywhere on the board, and at most one fault as the catalogue defines it. Sequences are
left out only where stones that are seen at the end could no longer all be set, or where a stone that is not seen
is not taken by the very next one (of three stones in turn none else can take it). Whole-board repetition is
forbidden, as positional superko does; of ways that meet in one look only the boards they share count for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from tests.campaigns.board_states import Board, State, Stone, merged
from tests.campaigns.moments import Trial

PLIES = 3
"""Longest sequence of stones between two looks."""


@dataclass
class BruteForce:
    """All stories on a board of so many lines."""

    size: int
    beside: tuple[tuple[int, ...], ...] = field(init=False)

    def __post_init__(self) -> None:
        size = self.size
        self.beside = tuple(
            tuple(
                row * size + col
                for row, col in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))
                if self._on_board(row, col)
            )
            for r in range(size)
            for c in range(size)
        )

    def _on_board(self, row: int, col: int) -> bool:
        return 0 <= row < self.size and 0 <= col < self.size

    def stories(self, start: State, looks: Sequence[Board]) -> set[tuple[str, ...]]:
        """The faults of every story that fits all looks, `()` where legal stones alone do."""
        past = [[start]]
        for look in looks:
            found = [after for state in past[-1] for after in self._on(state, look, PLIES)]
            for level, earlier in enumerate(past[:-1]):
                stones = frozenset(state.last for state in past[level + 1] if state.last and not state.names)
                found += [replace(state, lifted=stones) for state in earlier if state.board == look and not state.names]
                for state in earlier:
                    found += self._taken_back(replace(state, lifted=stones), look)
            past.append(merged(found))
        return {state.names for state in past[-1]}

    # One step

    def _on(self, state: State, look: Board, plies: int) -> Iterator[State]:
        if state.lifted:
            yield from self._taken_back(state, look)
            return
        for turn in (1, 2) if state.turn is None else (state.turn,):
            for reached, taken in self._sequences(replace(state, turn=turn), look, plies, ()):
                if reached.board == look:
                    yield reached
                elif not state.names:
                    for name in self._faults(reached, taken, look):
                        last = self._last_after(reached, name, look)
                        yield State(look, None, reached.seen | {look}, last, frozenset(), (name,))

    def _taken_back(self, state: State, look: Board) -> Iterator[State]:
        """A stone again where one was taken up, or another in its place (article 17.3)."""
        if state.board == look:
            yield state
        if state.names or state.turn is None:
            return
        for reached, taken in self._sequences(replace(state, lifted=frozenset()), look, 1, ()):
            if taken and reached.board == look:
                again = reached.last in state.lifted
                yield reached if again else replace(reached, names=("take_back",))

    def _sequences(
        self, state: State, look: Board, plies: int, taken: tuple[frozenset[int], ...], to_take: int | None = None
    ) -> Iterator[tuple[State, tuple[frozenset[int], ...]]]:
        """Every state that at most so many legal stones lead to, with what each of them took."""
        if to_take is None:
            yield state, taken
        if not plies:
            return
        assert state.turn is not None
        board = state.board
        missing = [
            i for i, there in enumerate(look) if there and board[i] != there and not any(i in each for each in taken)
        ]
        # One stone more may come from the fault.
        if len(missing) > plies + 1:
            return
        for index in range(len(look)) if len(missing) <= plies else missing:
            if board[index]:
                continue
            after, took, own = self.put(board, index, state.turn)
            stays = look[index] == state.turn
            if own or after in state.seen or (to_take is not None and to_take not in took):
                continue
            if stays or (plies > 1 and len(self._liberties(after, index)) == 1):
                then = replace(
                    state,
                    board=after,
                    turn=3 - state.turn,
                    seen=state.seen | {after},
                    last=(state.turn, index),
                    took=took,
                )
                yield from self._sequences(then, look, plies - 1, (*taken, took), None if stays else index)

    # Faults: what makes a look of a board

    def _faults(self, state: State, taken: tuple[frozenset[int], ...], look: Board) -> Iterator[str]:
        board = state.board
        gone = [i for i, there in enumerate(board) if there and not look[i]]
        new = [i for i, there in enumerate(board) if not there and look[i]]
        other = [i for i, there in enumerate(board) if there and look[i] and there != look[i]]
        if new and not gone and not other:
            yield from self._stones_left(state, taken, look, new)
        if gone and not new and not other:
            colours = {board[i] for i in gone}
            movers = {state.last[0], 3 - state.last[0]} if len(taken) > 1 and state.last else set()
            movers |= {state.last[0]} if taken and state.last else set()
            if len(colours) == 1 and 3 - colours.pop() in movers:
                yield "wrong_capture"
            if len(gone) == 1:
                yield "stone_vanished"
        if len(gone) == len(new) == 1 and not other and board[gone[0]] == look[new[0]]:
            yield "take_back" if state.last == (board[gone[0]], gone[0]) and not taken else "moved_stone"
        if len(other) == 1 and not gone and not new:
            yield "stone_colour_changed"
        for index in new:
            yield from self._stone_against_rules(state, look, index)

    def _stones_left(
        self, state: State, taken: tuple[frozenset[int], ...], look: Board, new: list[int]
    ) -> Iterator[str]:
        colours = {look[i] for i in new}
        mover = state.turn
        for took in reversed(taken):
            assert mover is not None
            mover = 3 - mover
            if colours == {3 - mover} and set(new) <= took:
                yield "missed_capture" if set(new) == took else "partial_capture"
        if not taken and state.last is not None and set(new) <= state.took and colours == {3 - state.last[0]}:
            yield "capture_restored"

    def _stone_against_rules(self, state: State, look: Board, index: int) -> Iterator[str]:
        colour = look[index]
        board, took, own = self.put(state.board, index, colour)
        mine = colour == state.turn
        if own:
            left = list(state.board)
            left[index] = colour
            if mine and tuple(left) == look:
                yield "forbidden_point"
        elif board == look:
            if not mine:
                if state.last is not None and state.last[0] == colour:
                    yield "double_move"
                else:
                    yield "out_of_turn" if any(state.board) or colour == 1 else "white_first"
            elif board in state.seen:
                back = self.put(board, next(iter(took)), 3 - colour)[1] if len(took) == 1 else frozenset()
                yield "ko_retake" if back == {index} else "superko_repetition"

    @staticmethod
    def _last_after(state: State, name: str, look: Board) -> Stone | None:
        if name not in ("double_move", "out_of_turn", "white_first"):
            return state.last
        assert state.turn is not None
        new = [i for i, there in enumerate(look) if there == 3 - state.turn and not state.board[i]]
        return (3 - state.turn, new[0])

    # Stones and liberties

    def put(self, board: Board, index: int, colour: int) -> tuple[Board, frozenset[int], frozenset[int]]:
        """The board after a stone, the opponent's stones it takes, and its own that are left without liberty."""
        after = list(board)
        after[index] = colour
        took: set[int] = set()
        for there in self.beside[index]:
            if after[there] == 3 - colour:
                took |= self._without_liberty(after, there)
        for each in took:
            after[each] = 0
        own = self._without_liberty(after, index)
        for each in own:
            after[each] = 0
        return tuple(after), frozenset(took), frozenset(own)

    def _without_liberty(self, board: Sequence[int], index: int) -> set[int]:
        chain = self._chain(board, index)
        return set() if any(not board[there] for each in chain for there in self.beside[each]) else chain

    def _liberties(self, board: Sequence[int], index: int) -> set[int]:
        chain = self._chain(board, index)
        return {there for each in chain for there in self.beside[each] if not board[there]}

    def _chain(self, board: Sequence[int], index: int) -> set[int]:
        chain, edge = {index}, {index}
        while edge:
            edge = {there for each in edge for there in self.beside[each] if board[there] == board[index]} - chain
            chain |= edge
        return chain


def fitting(trial: Trial) -> set[str | None]:
    """The names of all stories that fit the looks of a trial, None for legal stones alone."""
    situation = trial.situation
    position, last = situation.position, situation.last_move
    stone = (int(last.colour), last.point.row * position.size + last.point.col) if last and last.point else None
    took: frozenset[int] = frozenset()
    if stone is not None and situation.earlier:
        before = situation.earlier[-1]
        took = frozenset(i for i, there in enumerate(before) if there and not position.stones[i])
    seen = frozenset(tuple(board) for board in (*situation.earlier, position.stones))
    start = State(tuple(position.stones), int(position.turn), seen, stone, took)
    looks = [tuple(look.arrangement.stones) for look in trial.looks if look.settled]
    return {names[0] if names else None for names in _search(position.size).stories(start, looks)}


@cache
def _search(size: int) -> BruteForce:
    return BruteForce(size)
