"""What things cost in stories, in nats: minus the logarithm of how common they are.

A reading that a story does not believe costs 3 to 12, by how long and how surely it was read (see
`evidence.misread_cost`): what costs less is believed at once, what costs more only in time or never.
"""

from __future__ import annotations

from recorder.inference.stories import Kind

# Moves

MOVE = 1.0
PLY = 0.5
"""Each further move between two looks."""
AT_ONCE = 2.0
"""More for a further move where there was hardly time for it."""
AGAIN = 0.1
"""A move the record has already, told again."""
UNVISITED = 6.0
"""At most, that no hand was seen where something changed."""
UNSURE = 1.5
"""A move that still cannot be read clearly."""
WRONG_TURN = 4.6
PASSED = 3.0
"""A pass, where passes may be inferred."""
GUESSED_TURN = 1.0
"""That the guess who is to move first was wrong."""
SUICIDE = 4.5
REPEATED = 3.0
HIDDEN = 2.5
"""A move on a point that is covered now."""
ORDER, MOST_LATE = 2.0, 6.5
"""An order in which a stone was still missing when the next one lay there: least and most."""
SEEN_LATER = 0.3
"""A stone that was seen first and played later, where nothing else speaks for an order."""
INSERTED = 0.5
"""A move put in before one that was told."""

# Moves that are undone

TAKEN_UP = 4.0
"""By a hand; a quarter of it for each further one."""
LONG_AGO = 0.5
"""More for each move since, beyond three: up to six of them."""
PLAYED_ON, SINCE = 2.5, 2
"""More where at least so many moves were played since that stand: who takes a move back takes up the last one."""
GHOST = 1.5
"""A move that never was, seen with little certainty; up to four more where it was read surely."""
REPLACED = 0.5
"""The same where the true stone has come, and that one is still read there."""
RESTORED = 1.5
"""That captured stones were put back with it."""
TOLD_PASS = 2.0

# What moves do not explain

CHANGES: dict[Kind, float] = {
    "repair": 0.8,
    "left": 2.0,
    "wrong_capture": 4.5,
    "moved": 5.0,
    "restored": 4.5,
    "vanished": 5.8,
    "changed": 6.0,
    "extra": 8.5,
    "many": 10.0,
    "blob": 3.0,
    "first_sight": 1.0,
    "recovered": 0.5,
    "amended": 2.0,
}
LAST_MOVED = 2.0
"""More for a moved stone that was the last one played: that is a take-back."""
EACH_OF_MANY = 0.25
EACH_OF_BLOB = 0.2
OF_DOUBTFUL = 4.0
"""More for what happens to a stone that was read without any certainty."""
NO_CHANGE = 6.0
"""More for what was a move in the record and would now be none."""
