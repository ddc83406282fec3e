"""Standings and tie-breaks of articles 26 to 28, on examples worked out by hand."""

from __future__ import annotations

import pytest

from recorder.tournament.event import Event, Game, Player, Round, TournamentError, game_id
from recorder.tournament.result import GameResult
from recorder.tournament.standings import Standing, System, standings


def event(*rounds: str) -> Event:
    """An event of rounds such as `A>B C=D E`: A has beaten B, C drew with D, E had a free round.

    A number after a name is the warnings it got: `A>B1`. `A>>B` is a win by default, `A-B` still open.
    """
    names: set[str] = set()
    made = []
    for number, text in enumerate(rounds, 1):
        games, byes = [], []
        for pair in text.split():
            mark = next((mark for mark in (">>", ">", "=", "-", "x") if mark in pair), None)
            if mark is None:
                byes.append(pair)
                names.add(pair)
                continue
            black, white = pair.split(mark)
            result = None
            if mark != "-":
                result = GameResult(
                    winner={">": "B", ">>": "B", "=": "draw", "x": "both_lose"}[mark],  # type: ignore[arg-type]
                    by_default=mark == ">>",
                    black_warnings=int(black[1:] or 0),
                    white_warnings=int(white[1:] or 0),
                )
            names |= {black[0], white[0]}
            games.append(
                Game(
                    id=game_id(number, black[0], white[0]),
                    round=number,
                    table="",
                    black=black[0],
                    white=white[0],
                    result=result,
                )
            )
        made.append(Round(number=number, games=tuple(games), byes=tuple(byes)))
    players = tuple(Player(id=name, surname=name) for name in sorted(names))
    return Event(id="cup", name="Cup", players=players, rounds=tuple(made))


def table(played: Event, system: System, **options: object) -> list[tuple[int, str, float, float, int]]:
    rows = standings(played, system, **options)  # type: ignore[arg-type]
    return [(row.place, row.player, row.points, row.tiebreak, row.warnings) for row in rows]


def test_round_robin_ties_go_by_the_points_of_beaten_opponents_and_half_of_those_drawn_with() -> None:
    played = event("A>C B>D", "A=B C>D", "A>D C>B")
    # Points: A 5, C 4, B 3, D 0. A: C 4 + half of B 3 + D 0; C: D 0 + B 3; B: D 0 + half of A 5.
    assert table(played, "round-robin") == [
        (1, "A", 5, 5.5, 0),
        (2, "C", 4, 3, 0),
        (3, "B", 3, 2.5, 0),
        (4, "D", 0, 0, 0),
    ]


def test_round_robin_a_tie_is_broken() -> None:
    # A beats B and C, loses to D; B beats C and D; C beats D. Points: A 4, B 4, C 2, D 2.
    played = event("A>B C>D", "A>C B>D", "D>A B>C")
    # A has beaten B (4) and C (2); B has beaten D (2) and C (2). C has beaten D (2); D has beaten A (4).
    assert table(played, "round-robin") == [(1, "A", 4, 6, 0), (2, "B", 4, 4, 0), (3, "D", 2, 4, 0), (4, "C", 2, 2, 0)]


def test_fewer_warnings_break_what_is_tied_still() -> None:
    # A ring: each has one win over another with one win.
    assert table(event("A1>B", "B>C2", "C>A"), "round-robin") == [
        (1, "B", 2, 2, 0),
        (2, "A", 2, 2, 1),
        (3, "C", 2, 2, 2),
    ]


def test_what_nothing_breaks_is_shared_until_a_play_off_or_the_lot_decides() -> None:
    ring = event("A>B", "B>C", "C>A")
    rows = standings(ring, "round-robin")
    assert [(row.place, row.tied) for row in rows] == [(1, True)] * 3
    decided = standings(ring, "round-robin", decided=["C", "A", "B"])
    assert [(row.place, row.player, row.tied) for row in decided] == [(1, "C", False), (2, "A", False), (3, "B", False)]


def test_the_lot_cannot_undo_points() -> None:
    rows = standings(event("A>B"), "round-robin", decided=["B", "A"])
    assert [row.player for row in rows] == ["A", "B"]


def test_score_pairing_ties_go_by_the_points_of_all_opponents_then_by_warnings() -> None:
    # A beats B and C. B beats D. C beats D. D has lost twice.
    played = event("A>B1 C>D", "A>C B>D")
    # Points A 4, B 2, C 2, D 0; opponents: A 4, B 4, C 4, D 4: B and C differ by B's warning alone.
    assert table(played, "score-pairing") == [
        (1, "A", 4, 4, 0),
        (2, "C", 2, 4, 0),
        (3, "B", 2, 4, 1),
        (4, "D", 0, 4, 0),
    ]
    # Opponents one has lost to count too.
    longer = event("A>E B>F C>D", "A>B E>D F>C", "A>C F>E B>D")
    assert table(longer, "score-pairing") == [
        (1, "A", 6, 2 + 4 + 2, 0),  # E 2, B 4, C 2
        (2, "B", 4, 4 + 6 + 0, 0),  # F 4, A 6, D 0
        (3, "F", 4, 4 + 2 + 2, 0),  # B 4, C 2, E 2
        (4, "C", 2, 0 + 4 + 6, 0),  # D 0, F 4, A 6
        (4, "E", 2, 6 + 0 + 4, 0),  # A 6, D 0, F 4
        (6, "D", 0, 2 + 2 + 4, 0),
    ]


def test_a_free_round_and_a_win_by_default_are_wins_without_an_opponent() -> None:
    played = event("A>B C", "C>>A B")
    assert table(played, "score-pairing") == [(1, "C", 4, 0, 0), (2, "A", 2, 2, 0), (2, "B", 2, 2, 0)]
    assert table(played, "score-pairing", free_round=1.0)[0] == (1, "C", 3, 0, 0)
    assert table(played, "round-robin") == [(1, "A", 2, 0, 0), (1, "C", 2, 0, 0), (3, "B", 0, 0, 0)]


def test_open_games_and_later_rounds_do_not_count() -> None:
    played = event("A>B C-D", "B>A C>D")
    assert [row[:3] for row in table(played, "score-pairing", through=1)] == [(1, "A", 2), (2, "B", 0)]
    assert {row[1]: row[2] for row in table(played, "score-pairing")} == {"A": 2, "B": 2, "C": 2, "D": 0}


def test_both_can_lose() -> None:
    assert table(event("A1xB1"), "round-robin") == [(1, "A", 0, 0, 1), (1, "B", 0, 0, 1)]


def test_who_leaves_a_round_robin_before_half_of_it_has_played_nothing() -> None:
    # Five players, four games each: D has played one of four (under half) and leaves: all of D's games are void.
    played = event("D>A B>C", "A>B C=E")
    rows = {row[1]: row[2:] for row in table(played, "round-robin", withdrawn={"D": 1})}
    assert rows["A"] == (2, 2, 0)
    assert rows["D"] == (0, 0, 0)


def test_who_leaves_after_half_of_it_forfeits_the_rest() -> None:
    # D has played two of four games and leaves: they stand, and C and E win theirs by default.
    played = event("D>A B>C", "B>D C>A", "A=E")
    rows = {row[1]: row[2:] for row in table(played, "round-robin", withdrawn={"D": 2})}
    assert rows == {
        "A": (1, 3 / 2, 0),
        "B": (4, 4 + 2, 0),
        "C": (2 + 2, 1, 0),
        "D": (2, 1, 0),
        "E": (1 + 2, 1 / 2, 0),
    }


def test_in_score_pairing_what_was_played_stands() -> None:
    played = event("D>A B>C", "A>B")
    assert table(played, "score-pairing", withdrawn={"D": 1}) == table(played, "score-pairing")


def test_nobody_is_invented() -> None:
    with pytest.raises(TournamentError, match="no player Z"):
        standings(event("A>B"), "round-robin", withdrawn={"Z": 1})
    assert standings(event("A-B"), "round-robin") == []


def test_standings_are_plain_values() -> None:
    assert standings(event("A>B"), "round-robin")[1] == Standing(
        place=2, player="B", points=0.0, tiebreak=0.0, warnings=0
    )
