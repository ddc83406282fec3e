"""Irregularities of the catalogue, committed on a simulated board: some put right at once, some later, some never."""

from __future__ import annotations

from collections.abc import Callable

from engine.chains import chain_of, liberties_of, put
from tests.campaigns.watched_play import Play, vertex

ANOTHER_MOVE = "double_move out_of_turn wrong_colour_stone extra_stone"
"""What one camera cannot tell apart."""
FIRST_AT_REST = 2.5
"""Seconds for which a fault lies in view at least before it is put right."""


def commit(play: Play) -> bool:
    """One fault that this position allows; False where none of those tried was possible."""
    rnd = play.world.random
    return any(fault(play) for fault in rnd.sample(FAULTS, 6))


def _put_right(play: Play, acts: list[tuple[int, int]], side: int) -> bool:
    """After a while, perhaps after some moves, perhaps never; whether it was."""
    world = play.world
    how = world.random.choices(("at once", "later", "never"), (5, 2, 3))[0]
    wanted = play.truth.alerts[-1]
    if how == "never":
        return False
    world.wait(FIRST_AT_REST + world.random.expovariate(1 / 2.0))
    if how == "later":
        for _ in range(world.random.randint(1, 4)):
            play.play()
            play.pause()
    if any(bool(world.board[p]) != (not colour) and world.board[p] != colour for p, colour in acts):
        return False  # what was played meanwhile leaves no way back
    board = list(world.board)
    for p, colour in acts:
        board[p] = colour
    if not play.is_calm(board):
        return False
    wanted.right = world.now + 0.4
    world.visit(acts, side, reach=0.5)
    play.remember()
    return True


def _legal(play: Play, colour: int, tries: int = 40) -> int | None:
    rnd = play.world.random
    for _ in range(tries):
        p = rnd.randrange(play.n**2)
        if play.taken(p, colour) == []:
            return p
    return None


def _lone(play: Play, colour: int | None = None) -> int | None:
    """A stone, older than the last two moves, whose going leaves nothing without a liberty."""
    rnd = play.world.random
    late = {m.vertex for m in play.truth.moves[-2:]}
    stones = [p for p, c in enumerate(play.world.board) if c and colour in (None, c)]
    stones = [p for p in stones if vertex(p, play.n) not in late]
    return rnd.choice(stones) if stones else None


def _double(play: Play) -> bool:
    """The player who just moved plays again, or the other colour is set."""
    world, colour = play.world, 3 - play.turn
    point = _legal(play, colour)
    if point is None:
        return False
    count = len(play.truth.moves)
    _, gone = world.visit([(point, colour)], world.random.choice((colour, play.turn)))
    play.write(colour, point, gone)
    wanted = play.want(ANOTHER_MOVE, [point], gone)
    how = world.random.choices(("at once", "exchanged", "never"), (5, 2, 3))[0]
    world.wait(FIRST_AT_REST + world.random.expovariate(1 / 2.0))
    if how == "never":
        play.remember()
    else:
        wanted.right = world.now + 0.4
        del play.truth.moves[count:]
        world.visit([(point, 0)], colour, reach=0.4)
        new = play.turn
        if how == "exchanged" and play.taken(point, new) == []:
            world.wait(1.0)
            _, gone = world.visit([(point, new)], colour)
            play.write(new, point, gone)
            play.turn = 3 - new
            play.remember()
    play.last_taken = []
    return True


def _forbidden(play: Play) -> bool:
    """A stone without liberties that takes nothing."""
    world, colour = play.world, play.turn
    for point in world.random.sample(range(play.n**2), play.n**2):
        if world.board[point]:
            continue
        _, taken, own = put(play.board, point, colour, play.around)
        if own and not taken:
            break
    else:
        return False
    _, gone = world.visit([(point, colour)], colour)
    play.write(colour, point, gone)
    wanted = play.want("forbidden_point", [point], gone)
    world.wait(FIRST_AT_REST + world.random.expovariate(1 / 2.0))
    wanted.right = world.now + 0.4
    del play.truth.moves[-1]
    world.visit([(point, 0)], colour, reach=0.4)
    return True


def _ko(play: Play) -> bool:
    """The ko is taken back at once."""
    if len(play.last_taken) != 1:
        return False
    world, colour, point = play.world, play.turn, play.last_taken[0]
    _, taken, own = put(play.board, point, colour, play.around)
    if own or len(taken) != 1:
        return False
    _, gone = world.visit([(point, colour), (taken[0], 0)], colour)
    play.write(colour, point, gone)
    play.want("ko_retake superko_repetition", [point, *taken], gone)
    play.last_taken = []
    if _put_right(play, [(point, 0), (taken[0], 3 - colour)], colour):
        at = max(i for i, m in enumerate(play.truth.moves) if m.gone == gone)
        del play.truth.moves[at]
    else:
        play.turn = 3 - colour
    return True


def _take_back(play: Play) -> bool:
    """A stone is played, the hand leaves, and it is put elsewhere."""
    world, colour = play.world, play.turn
    first, second = _legal(play, colour), play.next_point(colour)
    if first is None or second is None or first == second or play.taken(second, colour) != []:
        return False
    world.visit([(first, colour)], colour)
    world.wait(1.5 + world.random.expovariate(1 / 1.5))
    seen = world.now
    _, gone = world.visit([(first, 0), (second, colour)], colour, reach=0.5)
    play.want("take_back moved_stone", [first, second], seen)
    play.write(colour, second, gone)
    play.turn = 3 - colour
    play.last_taken = []
    play.remember()
    return True


def _moved(play: Play) -> bool:
    """A stone is shifted, to the next point or far away."""
    world = play.world
    source = _lone(play)
    if source is None:
        return False
    free = [p for p, c in enumerate(world.board) if not c]
    near = [p for p in free if p in play.around[source]]
    target = world.random.choice(near if near and world.random.random() < 0.5 else free)
    colour = world.board[source]
    board = list(world.board)
    board[source], board[target] = 0, colour
    if not play.is_calm(board):
        return False
    _, gone = world.visit([(source, 0), (target, colour)], world.random.choice((1, 2)), reach=0.4)
    play.want("moved_stone multiple_changes", [source, target], gone)
    play.last_taken = []
    play.remember()
    _put_right(play, [(target, 0), (source, colour)], colour)
    return True


def _vanished(play: Play) -> bool:
    """A stone is taken away."""
    source = _lone(play)
    if source is None:
        return False
    colour = play.world.board[source]
    _, gone = play.world.visit([(source, 0)], play.world.random.choice((1, 2)), reach=0.4)
    play.want("stone_vanished wrong_capture", [source], gone)
    play.last_taken = []
    play.remember()
    _put_right(play, [(source, colour)], colour)
    return True


def _changed(play: Play) -> bool:
    """A stone is exchanged for one of the other colour."""
    source = _lone(play)
    if source is None:
        return False
    world = play.world
    colour = world.board[source]
    board = list(world.board)
    board[source] = 3 - colour
    if not play.is_calm(board):
        return False
    _, gone = world.visit([(source, 0), (source, 3 - colour)], world.random.choice((1, 2)), reach=0.3)
    play.want("stone_colour_changed", [source], gone)
    play.last_taken = []
    play.remember()
    _put_right(play, [(source, colour)], colour)
    return True


def _capture(play: Play, least: int) -> tuple[int, list[int]] | None:
    """A capturing move that may be made here, and what it takes."""
    colour = play.turn
    seen: set[int] = set()
    found: list[tuple[int, list[int]]] = []
    for p, c in enumerate(play.world.board):
        if c == 3 - colour and p not in seen:
            chain = chain_of(play.board, p, play.around)
            seen |= set(chain)
            free = liberties_of(play.board, chain, play.around)
            if len(free) == 1:
                taken = play.taken(min(free), colour)
                if taken and len(taken) >= least:
                    found.append((min(free), taken))
    return play.world.random.choice(found) if found else None


def _wrong_capture(play: Play) -> bool:
    """A living stone is taken off with a capture."""
    found = _capture(play, 1)
    if found is None:
        return False
    point, taken = found
    world, colour = play.world, play.turn
    near = [p for q in taken for p in range(play.n**2) if world.board[p] == 3 - colour and p not in taken
            and abs(p // play.n - q // play.n) <= 2 and abs(p % play.n - q % play.n) <= 2]  # fmt: skip
    if not near or len(taken) > 4:
        return False
    living = world.random.choice(near)
    _, gone = world.visit([(point, colour), *((p, 0) for p in taken), (living, 0)], colour, reach=0.4)
    play.write(colour, point, gone)
    play.want("wrong_capture stone_vanished", [living], gone)
    play.turn, play.last_taken = 3 - colour, []
    play.remember()
    _put_right(play, [(living, 3 - colour)], colour)
    return True


def _left(play: Play) -> bool:
    """Captured stones are left lying, all or some, and taken off later."""
    found = _capture(play, 1)
    if found is None:
        return False
    point, taken = found
    world, colour = play.world, play.turn
    some = taken[: world.random.randrange(len(taken))] if len(taken) < 8 else taken[:2]
    stay = [p for p in taken if p not in some]
    _, gone = world.visit([(point, colour), *((p, 0) for p in some)], colour, reach=0.4)
    play.write(colour, point, gone)
    wanted = play.want("missed_capture partial_capture", stay, gone)
    play.turn, play.last_taken = 3 - colour, []
    world.wait(FIRST_AT_REST + world.random.expovariate(1 / 2.0))
    wanted.right = world.now + 0.4
    world.visit([(p, 0) for p in stay], colour, reach=0.4)
    play.remember()
    return True


def _restored(play: Play) -> bool:
    """A captured stone is put back."""
    if not play.last_taken:
        return False
    world, back = play.world, play.last_taken[0]
    colour = play.turn
    board = list(world.board)
    board[back] = colour
    if world.board[back] or not play.is_calm(board):
        return False
    # It is his turn whose stone comes back: one stone alone could be a move.
    if len(play.last_taken) < 2 or world.board[play.last_taken[1]]:
        return False
    board[play.last_taken[1]] = colour
    if not play.is_calm(board):
        return False
    both = play.last_taken[:2]
    _, gone = world.visit([(p, colour) for p in both], world.random.choice((1, 2)), reach=0.4)
    play.want("capture_restored extra_stone multiple_changes " + ANOTHER_MOVE, both, gone)
    play.last_taken = []
    world.wait(FIRST_AT_REST + world.random.expovariate(1 / 2.0))
    play.truth.alerts[-1].right = world.now + 0.4
    world.visit([(p, 0) for p in both], 3 - colour, reach=0.4)
    return True


def _extra(play: Play) -> bool:
    """A second stone is dropped with a move, and picked up again."""
    colour = play.turn
    first, second = play.next_point(colour), _legal(play, colour)
    if first is None or second is None or first == second or play.taken(first, colour) != []:
        return False
    world = play.world
    _, gone = world.visit([(first, colour), (second, colour)], colour, reach=0.4)
    play.write(colour, first, gone)
    wanted = play.want(ANOTHER_MOVE, [first, second], gone)
    world.wait(FIRST_AT_REST + world.random.expovariate(1 / 2.0))
    wanted.right = world.now + 0.4
    world.visit([(second, 0)], colour, reach=0.4)
    play.turn, play.last_taken = 3 - colour, []
    play.remember()
    return True


def _knocked(play: Play) -> bool:
    """A sleeve sweeps stones off their points; they are put back."""
    world, n = play.world, play.n
    middle = _lone(play)
    if middle is None:
        return False
    near = [p for p, c in enumerate(world.board) if c
            and abs(p // n - middle // n) <= 2 and abs(p % n - middle % n) <= 2]  # fmt: skip
    if len(near) < 3:
        return False
    swept = world.random.sample(near, min(len(near), world.random.randint(3, 6)))
    board = list(world.board)
    acts: list[tuple[int, int]] = []
    for p in swept:
        colour, board[p] = board[p], 0
        acts.append((p, 0))
        free = [q for q in play.around[p] if not board[q] and q not in swept]
        if free:
            board[free[0]] = colour
            acts.append((free[0], colour))
    if not play.is_calm(board):
        return False
    before = list(world.board)
    _, gone = world.visit(acts, world.random.choice((1, 2)), reach=0.05)
    play.want("multiple_changes moved_stone stone_vanished extra_stone", [p for p, _ in acts], gone)
    world.wait(FIRST_AT_REST + world.random.expovariate(1 / 2.0))
    play.truth.alerts[-1].right = world.now + 0.4
    world.visit([(p, before[p]) for p, _ in acts], world.random.choice((1, 2)), reach=0.3)
    return True


def _off_centre(play: Play) -> bool:
    """A stone is pushed off its point without leaving it."""
    point = _lone(play)
    if point is None:
        return False
    world = play.world
    colour = world.board[point]
    _, gone = world.visit([(point, colour)], world.random.choice((1, 2)), reach=0.4)
    world.pushes.append((gone - 0.5, point, (world.random.choice((-0.3, 0.3)), 0.1)))
    play.want("off_centre_stone", [point], gone)
    return True


FAULTS: list[Callable[[Play], bool]] = [
    _double, _forbidden, _ko, _take_back, _moved, _vanished, _changed,
    _wrong_capture, _left, _restored, _extra, _knocked, _off_centre,
]  # fmt: skip
"""Each commits one irregularity, or says False where the position allows none."""
