"""Whole records over a window: what is decided only by what is seen later, and what stays open."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from engine.rulesets import RULESETS
from recorder.inference.audit import Audit
from recorder.inference.auditor import WINDOW, Auditor, moves_of
from recorder.inference.epoch import UNSEEN
from recorder.inference.evidence import Evidence
from recorder.inference.history import History
from recorder.inference.hypothesis import Hypothesis, Moves, Play
from recorder.inference.mainline import Entry, MainLine
from recorder.settings import Settings
from tests.campaigns.watched_games import index_of as at
from tests.campaigns.watched_games import play_out, read_games, vertex
from tests.campaigns.watched_world import World

N = 9
BLACK, WHITE = 1, 2


def new_world() -> World:
    world = World(N, 5)
    world.wait(1.5)
    return world


def play(world: World, moves: str, pause: float = 3.0) -> None:
    for move in moves.split():
        colour = " BW".index(move[0])
        world.visit([(at(move[1:], N), colour)], colour)
        world.wait(pause)


def covered_world() -> World:
    """Two moves that everybody sees, and three while the camera is covered."""
    world = new_world()
    play(world, "Bcc Wgg")
    start = world.now
    for vertices, colour in (("cg", BLACK), ("gc", WHITE), ("ee", BLACK)):
        world.wait(2.0)
        world.put(world.now, at(vertices, N), colour)
    world.wait(1.0)
    world.hide(start, world.now)
    world.wait(4.0)
    return world


def entry(colour: int, point: int, board: bytes) -> Entry:
    after = bytearray(board)
    after[point] = colour
    return Entry(colour, point, bytes(after), (), 0.0, -math.inf, 0.0, 0.0, True)


def audited(world: World, every: float = 2.0, noise: float = 0.0) -> tuple[Auditor, str]:
    """The auditor after all of a world, and the record that it finds likeliest."""
    auditor = Auditor(N, RULESETS["cn2002"])
    line = MainLine(N, bytes(N * N), BLACK, sure_turn=True)
    last = 0.0
    for reading in world.readings(5.0):
        if not reading.index:
            auditor.follow(line)
        auditor.add(reading)
        if reading.time - last >= every:
            last = reading.time
            auditor.decode(reading.time, noise)
    best = auditor.decode(reading.time + 0.1, noise)[0]
    return auditor, " ".join(" BW"[c] + (vertex(p, N) if p is not None else "pass") for c, p in best.moves)


def test_a_stone_read_surely_beside_a_hand_is_no_move_when_it_went_without_one() -> None:
    world = new_world()
    play(world, "Bcc Wgg")
    start = world.now
    play(world, "Bcg")
    world.errors.append((start + 1.0, start + 13.0, at("dg", N), WHITE, 0.99))
    play(world, "Wgc Bee Wec", pause=5.0)
    assert audited(world)[1] == "Bcc Wgg Bcg Wgc Bee Wec"


def test_a_stone_that_was_not_read_for_long_stands_where_it_was_played() -> None:
    world = new_world()
    play(world, "Bcc Wgg")
    start = world.now
    play(world, "Bcg")
    world.errors.append((start + 0.5, start + 14.0, at("cg", N), 0, 0.99))
    play(world, "Wgc Bee Wec", pause=4.0)
    assert audited(world)[1] == "Bcc Wgg Bcg Wgc Bee Wec"


def test_moves_while_the_camera_was_covered_are_found_and_their_order_stays_open() -> None:
    world = covered_world()
    play(world, "Wec")
    auditor, record = audited(world)
    assert record in ("Bcc Wgg Bcg Wgc Bee Wec", "Bcc Wgg Bee Wgc Bcg Wec")
    assert auditor.ballot.agreed(auditor.decode(math.inf, 0.0)[0], 0, 0.9) == 2
    assert auditor.ballot.share(2, (BLACK, at("cg", N))) == pytest.approx(0.5, abs=0.1)
    assert auditor.ballot.share(3, (WHITE, at("gc", N))) > 0.9


def test_a_double_move_is_told_from_a_stone_that_was_overlooked() -> None:
    world = new_world()
    play(world, "Bcc Wgg Bcg Bgc", pause=4.0)
    auditor, record = audited(world)
    assert record == "Bcc Wgg Bcg Bgc"
    assert auditor.decode(world.now + 0.1, 0.0)[0].plays[-1].faults == ("turn",)


def test_a_captured_stone_taken_off_late_is_part_of_the_move() -> None:
    world = new_world()
    play(world, "Bba Wab Bcc Wcb Bdc Waa")
    world.visit([(at("bb", N), BLACK)], BLACK)
    world.wait(2.0)
    world.visit([(at("aa", N), 0)], BLACK)
    play(world, "Wgg")
    assert audited(world)[1].startswith("Bba Wab Bcc Wcb Bdc Waa Bbb")


def test_a_stone_is_not_said_to_have_come_out_of_view_where_its_point_was_seen_empty_afterwards() -> None:
    world = new_world()
    play(world, "Bcc Wgg")
    start = world.now
    world.rest(at("ed", N), WHITE, 4.0)  # hides both points
    play(world, "Bdc")
    world.errors.append((start + 0.5, start + 26.0, at("dc", N), -1, 0.5))
    play(world, "Wgc", pause=6.0)
    play(world, "Bec Wcg Bgh Wbb", pause=4.0)
    assert audited(world)[1] == "Bcc Wgg Bdc Wgc Bec Wcg Bgh Wbb"


def test_a_stone_played_where_one_was_just_taken_is_found_though_nobody_saw_either() -> None:
    world = new_world()
    play(world, "Baa Wca Bba Wab Bgg")
    start = world.now
    for vertices, colour in (("bb", WHITE), ("ba", 0), ("aa", 0), ("aa", BLACK)):
        world.wait(1.0)
        world.put(world.now, at(vertices, N), colour)
    world.wait(1.0)
    world.hide(start, world.now)
    world.wait(4.0)
    world.visit([(at("ba", N), WHITE), (at("aa", N), 0)], WHITE)
    world.wait(4.0)
    play(world, "Bcc Wgc", pause=4.0)
    assert audited(world)[1] == "Baa Wca Bba Wab Bgg Wbb Baa Wba Bcc Wgc"


def test_a_stone_taken_by_one_that_was_never_read_was_taken() -> None:
    """A ko: the stone that took it is hardly ever read, and was taken itself."""
    world = new_world()
    play(world, "Bba Wbb Bab Wca Bbc Wcc Bgg Wdb")
    start = world.now
    world.visit([(at("cb", N), BLACK), (at("bb", N), 0)], BLACK)
    world.errors.append((start + 0.5, start + 13.5, at("cb", N), 0, 0.6))
    world.wait(3.0)
    play(world, "Whh Bhc")
    taken = world.now
    world.visit([(at("bb", N), WHITE), (at("cb", N), 0)], WHITE)
    world.errors.append((taken, taken + 5.0, at("bb", N), 0, 0.99))
    world.wait(8.0)
    play(world, "Bgc Wee", pause=4.0)
    record = audited(world, noise=2.0)[1]
    assert record == "Bba Wbb Bab Wca Bbc Wcc Bgg Wdb Bcb Whh Bhc Wbb Bgc Wee"


def test_an_error_that_is_interrupted_is_one_error() -> None:
    world = new_world()
    play(world, "Bcc Wgg")
    start = world.now
    play(world, "Bcg")
    world.errors.append((start + 1.0, start + 25.0, at("dg", N), WHITE, 0.99))
    world.errors.append((start + 6.0, start + 7.0, at("dg", N), 0, 0.7))
    world.errors.append((start + 9.0, start + 9.6, at("dg", N), 0, 0.7))
    play(world, "Wgc Bee Wec Bch Wcb", pause=4.0)
    assert audited(world)[1] == "Bcc Wgg Bcg Wgc Bee Wec Bch Wcb"


def test_the_last_stone_put_elsewhere_was_played_there() -> None:
    world = new_world()
    play(world, "Bcc Wgg Bcg")
    world.visit([(at("cg", N), 0), (at("eg", N), BLACK)], BLACK)
    world.wait(3.0)
    play(world, "Wgc")
    assert audited(world)[1] == "Bcc Wgg Beg Wgc"


def test_a_suicide_that_was_told_and_never_was_leaves_no_stone_behind() -> None:
    auditor, line = Auditor(N, RULESETS["cn2002"]), MainLine(N, bytes(N * N), WHITE, sure_turn=True)
    around = bytearray(N * N)
    for v in ("ab", "ba"):
        around[at(v, N)] = BLACK
    line.start = bytes(around)
    line.entries.append(entry(WHITE, at("aa", N), line.start))  # it was told to lie there
    after = bytearray(around)
    after[at("gg", N)] = WHITE
    best = Hypothesis(bytes(after), BLACK, (Play(WHITE, at("gg", N)),))
    assert auditor.story(line, best, 1).board == bytes(after)


def test_where_nothing_was_seen_since_a_record_was_taken_up_nothing_is_put_right_at_the_end() -> None:
    line = MainLine(N, bytes(N * N), BLACK, sure_turn=True)
    reading = next(new_world().readings(5.0))
    look = replace(Evidence(N).add(reading), noise=2.0)
    assert Audit(N, Settings()).last(line, look) is None


def test_the_window_moves_on() -> None:
    world = new_world()
    play(world, "Bcc Wgg Bcg Wgc", pause=2.0)
    for _ in range(60):
        world.visit([], BLACK)
        world.rest(at("ee", N), BLACK, 2.0)
        world.wait(6.0)
    auditor, record = audited(world)
    assert record == "Bcc Wgg Bcg Wgc"
    assert world.now > 5 * WINDOW
    assert not auditor.is_full


def is_likely(moves: Moves, records: list[Hypothesis]) -> bool:
    """Whether one of the best records has these moves, or may have had them where it came to the same otherwise."""
    for one in records:
        differ = [i for i, (a, b) in enumerate(zip(one.moves, moves, strict=False)) if a != b]
        is_near = one.cost < records[0].cost + 1.0 and len(one.plays) == len(moves)
        if is_near and all(one.open.get(i, 9.0) < 1.0 for i in differ):
            return True
    return False


def test_steps_that_are_not_made_again_come_to_what_all_steps_come_to() -> None:
    games = [g for g in read_games() if not g[1] and g[0] == N]
    for seed in (3, 4):
        world, _ = play_out(seed, games[seed % len(games)][2], N, noise=0.01, mischief=0.2, gaps=0.1, count=14)
        saving, making = (Auditor(N, RULESETS["cn2002"]) for _ in range(2))
        line = MainLine(N, bytes(N * N), BLACK, sure_turn=True)
        for one in (saving, making):
            one.follow(line)
        for reading in world.readings(5.0):
            saving.add(reading)
            making.add(reading)
            if reading.index % 7 == 6:
                making.make_anew()
                saved, made = (one.decode(reading.time, 0.5) for one in (saving, making))
                assert saved[0].cost - saved[-1].cost <= 0
                assert saved[0].cost == pytest.approx(made[0].cost, abs=0.31), f"seed {seed}, {reading.time} s"
                assert is_likely(saved[0].moves, made), f"seed {seed}, {reading.time} s"


def test_of_two_orders_as_likely_the_one_that_was_told_stands() -> None:
    for first, second in (("cg", "ee"), ("ee", "cg")):
        world = covered_world()
        told = MainLine(N, bytes(N * N), BLACK, sure_turn=True)
        auditor = Auditor(N, RULESETS["cn2002"])
        auditor.follow(told)
        for reading in world.readings(5.0):
            auditor.add(reading)
        moves = ((BLACK, "cc"), (WHITE, "gg"), (BLACK, first), (WHITE, "gc"), (BLACK, second))
        for colour, v in moves:
            told.entries.append(entry(colour, at(v, N), told.board))
        # That the end of it is wrong puts nothing else in question.
        told.entries.append(entry(WHITE, at("aa", N), told.board))
        auditor.acknowledge(told)
        auditor.follow(told)
        known = moves_of(told)[:-1]
        assert auditor.decode(world.now, 0.0)[0].moves == known
        assert auditor.ballot.standing(known) > 0.4
        assert auditor.ballot.standing(moves_of(told)) < 0.1


def test_an_audit_begins_anew_only_where_the_record_was_changed_by_others() -> None:
    auditor, line = Auditor(N, RULESETS["cn2002"]), MainLine(N, bytes(N * N), BLACK, sure_turn=True)
    world = new_world()
    play(world, "Bcc Wgg")
    for reading in world.readings(5.0):
        if not reading.index:
            auditor.follow(line)
        auditor.add(reading)
    best = auditor.decode(world.now, 0.0)[0]
    assert auditor.knows(best.moves[:1])
    assert not auditor.knows(((WHITE, at("cc", N)),))
    assert auditor.story(line, best, 2).board == best.board
    assert moves_of(line) == ()


def test_epochs_begin_where_hands_leave() -> None:
    world = new_world()
    play(world, "Bcc Wgg", pause=4.0)
    history = History(N)
    for reading in world.readings(10.0):
        history.add(reading)
    epochs = history.window()
    first = next(e for e in epochs if e.label[at("cc", N)] == BLACK)
    assert first.visited[at("cc", N)]
    assert not first.visited[at("gg", N)]
    assert first.hands > 0.5
    # Between two hands nothing began.
    assert sum(e.start > first.start and e.label[at("gg", N)] not in (WHITE, UNSEEN) for e in epochs) <= 1


def test_points_that_say_nothing_are_left_out() -> None:
    world = new_world()
    play(world, "Bcc")
    history = History(N)
    for reading in world.readings(10.0):
        history.add(reading, [at("cc", N)])
    assert all(e.label[at("cc", N)] == UNSEEN for e in history.window())
