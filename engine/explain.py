"""Which legal moves lead from a position to an arrangement that was seen later.

Method: depth-first search over sequences of each length, the shortest first. What keeps it small:

- Every point that differs needs at least one stone of the colour seen there, so that what is left over
  (*slack*, per player) is all that can be spent on stones that leave no trace.
- Stones that leave no trace must be captured. Take the last capture on a connected set of points that end
  empty: all of an empty region of the arrangement was filled with stones of one colour, and walls of that
  colour were played again afterwards (`regions`). Regions that need more than the slack cannot have been
  touched, which rules out nearly all of the board.
"""

from __future__ import annotations

from engine.arrangement import Arrangement
from engine.explanation import Explanation, Explanations
from engine.history import History
from engine.point import Colour
from engine.position import Position
from engine.rules import Rules
from engine.search import Search

__all__ = ["Explanation", "Explanations", "explain"]


def explain(
    position: Position,
    target: Arrangement,
    rules: Rules,
    max_plies: int,
    *,
    history: History | None = None,
    turn_unknown: bool = False,
    max_passes: int = 0,
    max_hidden: int = 2,
    captures_pending: bool = False,
    limit: int = 1000,
    max_nodes: int = 20_000,
) -> Explanations:
    """All legal sequences of at most `max_plies` moves that turn the position into the arrangement.

    Parameters
    ----------
    position : Position
        What was agreed last.
    target : Arrangement
        What is seen now; UNKNOWN points may hold anything.
    rules : Rules
        Decide self-capture, ko and, where a history is given, whole-board repetition.
    max_plies : int
        Longest sequence, assumed passes included.
    history : History, optional
        Ends with `position`; earlier boards for whole-board repetition.
    turn_unknown : bool
        Also try the player who is not to move as the first one.
    max_passes : int
        Passes that may be assumed, never two in a row nor at the end. A pass and the move after it are also
        what two moves in a row by one player look like.
    max_hidden : int
        Moves that may be assumed on UNKNOWN points and are not seen.
    captures_pending : bool
        Captured stones may still lie there, wholly or in part.
    limit, max_nodes : int
        Where to stop; `complete` then is False.

    Returns
    -------
    Explanations
        As few assumptions (passes, hidden moves) as needed are made: sequences with more of them are
        sought only where there is none with fewer. The empty sequence explains no change.

    Raises
    ------
    ValueError
        Where position and target differ in size, or `max_plies` is negative.
    """
    if position.size != target.size:
        raise ValueError(f"a board of {position.size} lines cannot become one of {target.size}")
    if max_plies < 0:
        raise ValueError(f"max_plies must be 0 or more, got {max_plies}")
    search = Search(position, target, rules, history, captures_pending, limit, max_nodes)
    turns = [position.turn, position.turn.other] if turn_unknown else [position.turn]
    hidden_limit = max_hidden if Colour.UNKNOWN in target.stones else 0
    for assumptions in range(max_passes + hidden_limit + 1):
        for plies in range(max_plies + 1):
            for turn in turns[: 1 if plies == 0 else 2]:
                for passes in range(min(max_passes, assumptions) + 1):
                    if assumptions - passes <= hidden_limit:
                        search.run(turn, plies, passes, assumptions - passes)
        if search.found or search.cut:
            break
    return Explanations(tuple(search.found), not search.cut)
