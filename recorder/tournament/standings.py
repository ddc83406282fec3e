"""Standings and how ties are broken: articles 26 to 28 of the Chinese rules.

A win is 2 points, a draw 1, a loss 0.

Round robin: ties are broken by the points of the opponents a player has beaten plus half the points of those he
drew with, then by fewer warnings. Score pairing: by the points of all opponents, then by fewer warnings ("then the
same" of the text, read so). What is still tied then is shared: a play-off or the lot decides, and its order can be
given.

The text fixes no points for a free round or a game won by default; here both are a win, as tournament programs take
them, and neither adds an opponent. The text's formula of a total score instead of points is damaged in both sources
and is not used.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Literal

import msgspec

from recorder.tournament.event import Event, TournamentError
from recorder.tournament.result import GameResult

System = Literal["round-robin", "score-pairing"]


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the standings.

    Attributes
    ----------
    place : int
        The same for players who are still tied.
    player : str
    points : float
        2 for a win, 1 for a draw.
    tiebreak : float
        Points of beaten opponents and half of those drawn with (round robin), or of all opponents (score pairing).
    warnings : int
    tied : bool
        Whether a play-off or the lot has to decide.
    """

    place: int
    player: str
    points: float
    tiebreak: float
    warnings: int
    tied: bool = False


class _Meeting(msgspec.Struct, frozen=True):
    """A game as one player sees it: points of it, and the opponent (None where nobody was met at the board)."""

    points: float
    opponent: str | None
    warnings: int = 0


def standings(
    event: Event,
    system: System,
    *,
    through: int | None = None,
    free_round: float = 2.0,
    withdrawn: Mapping[str, int] | None = None,
    decided: Sequence[str] = (),
) -> list[Standing]:
    """The standings.

    Parameters
    ----------
    event : Event
    system : {"round-robin", "score-pairing"}
    through : int or None
        Last round that counts; all without it.
    free_round : float
        Points for a free round in score pairing; in a round robin it is no game.
    withdrawn : mapping from player to the last round he played
        Article 28: in a round robin, under half of the games played, all of them are void; from half on they stand
        and the rest is forfeited. In score pairing what was played stands.
    decided : sequence of players
        The order in which a play-off or the lot has put players who were tied.

    Raises
    ------
    TournamentError
        Where a player is named whom the event does not have.
    """
    known = [player.id for player in event.players]
    if strange := (set(withdrawn or ()) | set(decided)) - set(known):
        raise TournamentError(f"there is no player {sorted(strange)[0]}")
    meetings = _meetings(event, through, free_round if system == "score-pairing" else 0.0)
    if system == "round-robin":
        _withdraw(meetings, withdrawn or {})
    seated = [player for player in known if meetings[player] or player in (withdrawn or {})]
    points = {player: sum(m.points for m in meetings[player]) for player in known}
    breaks = {p: _beaten(meetings[p], points) if system == "round-robin" else _met(meetings[p], points) for p in seated}
    warnings = {player: sum(m.warnings for m in meetings[player]) for player in known}
    lots = {player: place for place, player in enumerate(decided)}

    def key(player: str) -> tuple[float, float, int]:
        return -points[player], -breaks[player], warnings[player]

    order = sorted(seated, key=lambda player: (*key(player), lots.get(player, len(lots))))
    table: list[Standing] = []
    for _, tied in groupby(order, key=key):
        group = list(tied)
        first = len(table) + 1
        settled = len(group) == 1 or all(player in lots for player in group)
        for number, player in enumerate(group):
            table.append(
                Standing(
                    place=first + number if settled else first,
                    player=player,
                    points=points[player],
                    tiebreak=breaks[player],
                    warnings=warnings[player],
                    tied=not settled,
                )
            )
    return table


def _meetings(event: Event, through: int | None, free_round: float) -> dict[str, list[_Meeting]]:
    meetings: dict[str, list[_Meeting]] = {player.id: [] for player in event.players}
    for games in event.rounds:
        if through is not None and games.number > through:
            continue
        for game in games.games:
            if (result := game.result) is None:
                continue
            black, white = _points(result)
            met = not result.by_default
            meetings[game.black].append(_Meeting(black, game.white if met else None, result.black_warnings))
            meetings[game.white].append(_Meeting(white, game.black if met else None, result.white_warnings))
        for player in games.byes:
            meetings[player].append(_Meeting(free_round, None))
    return meetings


def _points(result: GameResult) -> tuple[float, float]:
    """Points of Black and White. Article 26: win 2, loss 0, draw 1 each."""
    return {"B": (2.0, 0.0), "W": (0.0, 2.0), "draw": (1.0, 1.0), "both_win": (2.0, 2.0), "both_lose": (0.0, 0.0)}[
        result.winner
    ]


def _beaten(meetings: Sequence[_Meeting], points: Mapping[str, float]) -> float:
    """Article 27: points of beaten opponents, and half of the points of those drawn with."""
    return sum(points[m.opponent] * m.points / 2 for m in meetings if m.opponent is not None)


def _met(meetings: Sequence[_Meeting], points: Mapping[str, float]) -> float:
    return sum(points[m.opponent] for m in meetings if m.opponent is not None)


def _withdraw(meetings: dict[str, list[_Meeting]], withdrawn: Mapping[str, int]) -> None:
    """Article 28, round robin: under half played, all is void; else it stands and the rest is forfeited."""
    entered = [player for player, games in meetings.items() if games or player in withdrawn]
    for player in withdrawn:
        if len(met := _opponents(meetings[player])) * 2 < len(entered) - 1:
            for other in entered:
                meetings[other] = [m for m in meetings[other] if m.opponent != player]
            meetings[player] = []
        else:
            for other in entered:
                if other != player and other not in met and other not in withdrawn:
                    meetings[other].append(_Meeting(2.0, None))


def _opponents(meetings: Sequence[_Meeting]) -> set[str]:
    return {m.opponent for m in meetings if m.opponent is not None}
