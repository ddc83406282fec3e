"""Orders about moves, turns and stones."""

from __future__ import annotations

from recorder.notation import MoveNumber, Player, Vertex
from recorder.orders.told import Told


class InsertMove(Told, frozen=True, kw_only=True, tag="insert_move"):
    """A move, or a pass where `point` is None, becomes number `n`; what was number `n` and later comes after it.

    With `force` also where the rules forbid it: it was played and left standing.
    """

    n: MoveNumber
    colour: Player
    point: Vertex | None
    force: bool = False


class ChangeMove(Told, frozen=True, kw_only=True, tag="change_move"):
    """Number `n` was this move, or a pass where `point` is None. `force` as in `InsertMove`."""

    n: MoveNumber
    colour: Player
    point: Vertex | None
    force: bool = False


class DeleteMove(Told, frozen=True, kw_only=True, tag="delete_move"):
    """Number `n` was no move; what came after it moves up."""

    n: MoveNumber


class DeclarePass(Told, frozen=True, kw_only=True, tag="declare_pass"):
    """A player passed just now: who is to move, where `colour` is None."""

    colour: Player | None = None


class SetTurn(Told, frozen=True, kw_only=True, tag="set_turn"):
    """This player is to move next."""

    to_move: Player


class SetStones(Told, frozen=True, kw_only=True, tag="set_stones"):
    """What these points hold now, without a move: the record is put right by hand."""

    black: tuple[Vertex, ...] = ()
    white: tuple[Vertex, ...] = ()
    empty: tuple[Vertex, ...] = ()
