"""What was recorded of a tournament's games: found in the boards' logs by the games' identities, or by names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from recorder.facts import GameFacts, merged
from recorder.log import LogError, LogReader
from recorder.projection import Projection
from recorder.sgf import to_sgf
from recorder.tournament.event import Event, Game, TournamentError, folded
from recorder.tournament.list_file import result_of
from recorder.tournament.result import GameResult
from recorder.tournament.sheet_file import read_rows


class Recorded(NamedTuple):
    """A recorded game of a tournament.

    Attributes
    ----------
    game : Game
    black : str
        The player who had Black at the board.
    result : GameResult or None
    sgf : bytes or None
        None where no board was found.
    log : Path
    name : str
        Identity of the game in the log.
    """

    game: Game
    black: str
    result: GameResult | None
    sgf: bytes | None
    log: Path
    name: str


class Conflict(NamedTuple):
    """Two results of one game that contradict each other: the one in the file and another."""

    game: Game
    there: GameResult
    new: GameResult


def recorded_games(event: Event, folder: Path, number: int | None = None) -> tuple[list[Recorded], list[str]]:
    """The games of an event, or of one round, that lie in the logs of a folder and the folders below it.

    Returns
    -------
    list of Recorded
        One for each game; where a game was recorded twice, the one of the later log with a result.
    list of str
        What could not be used, for people.
    """
    games = [game for game in event.games() if number is None or game.round == number]
    by_identity = {f"{event.id}/{game.id}": game for game in games}
    by_names = _by_names(event, games)
    found: dict[str, Recorded] = {}
    remarks: list[str] = []
    for path in sorted(folder.rglob("*.kifulog"), key=lambda path: (path.stat().st_mtime, str(path))):
        try:
            for told in _games_of(path):
                game = by_identity.get(told.facts.pairing) or by_names.get(_key(told.facts))
                if game is None:
                    continue
                recorded = _recorded(event, game, told, path, remarks)
                if game.id in found:
                    remarks.append(f"round {game.round}, table {game.table or '?'} was recorded more than once")
                    if recorded.result is None and found[game.id].result is not None:
                        continue
                found[game.id] = recorded
        except (LogError, OSError) as error:
            remarks.append(str(error))
    return list(found.values()), remarks


class _Told(NamedTuple):
    name: str
    facts: GameFacts
    result: str | None
    warnings: Mapping[str, int]
    sgf: bytes | None


def _games_of(path: Path) -> Iterator[_Told]:
    with LogReader(path) as log:
        for logged in log.games():
            told = log.events(logged.game)
            facts = log.facts(logged.game)
            projection = Projection(logged.board)
            projection.tell(facts)
            for event in told:
                projection.take(event)
            state = projection.state
            yield _Told(logged.game, state.facts, state.result, state.warnings, to_sgf(told, state.facts))


def _recorded(event: Event, game: Game, told: _Told, path: Path, remarks: list[str]) -> Recorded:
    try:
        result = GameResult.parse(told.result or "")
    except ValueError as error:
        remarks.append(f"round {game.round}, table {game.table or '?'}: {error}")
        result = None
    if result is not None:
        result = msgspec.structs.replace(
            result, black_warnings=told.warnings.get("B", 0), white_warnings=told.warnings.get("W", 0)
        )
    swapped = folded(told.facts.black) == folded(event.player(game.white).name)
    return Recorded(game, game.white if swapped else game.black, result, told.sgf, path, told.name)


def _by_names(event: Event, games: Iterable[Game]) -> dict[tuple[str, ...], Game]:
    names: dict[tuple[str, ...], Game] = {}
    called = {player.id: folded(player.name) for player in event.players}
    for game in games:
        pair = sorted((called[game.black], called[game.white]))
        names[folded(event.name), str(game.round), *pair] = game
    return names


def _key(facts: GameFacts) -> tuple[str, ...]:
    found = re.search(r"\d+", facts.round)
    return (
        folded(facts.event),
        str(int(found[0])) if found else "",
        *sorted((folded(facts.black), folded(facts.white))),
    )


def listed_results(event: Event, text: str) -> dict[str, tuple[str, GameResult]]:
    """Results out of a list: the game by its id, or by round and table, or by round and players.

    Raises
    ------
    TournamentError
        Where a line fits no game of the event.
    """
    results: dict[str, tuple[str, GameResult]] = {}
    games = {game.id: game for game in event.games()}
    by_table = {(str(game.round), game.table): game for game in games.values() if game.table}
    by_names = _by_names(event, games.values())
    for row in read_rows(text, ("result",)):
        if (result := result_of(row)) is None:
            continue
        facts = GameFacts(event=event.name, round=row.get("round", ""), black=_name(row, "black"))
        facts = merged(facts, GameFacts(white=_name(row, "white")))
        number = re.search(r"\d+", row.get("round", ""))
        table = (str(int(number[0])) if number else "", row.get("table", ""))
        game = games.get(row.get("id", "")) or by_names.get(_key(facts)) or by_table.get(table)
        if game is None:
            raise TournamentError(f"line {row.line}: no game of {event.name} fits; give its id, or round and table")
        swapped = facts.black and folded(facts.black) == folded(event.player(game.white).name)
        results[game.id] = (game.white if swapped else game.black, result)
    return results


def _name(row: Mapping[str, str], column: str) -> str:
    """A name without the rank that some lists put after it, and with the comma as a space."""
    return re.sub(r"\s*[(（].*[)）]\s*$", "", row.get(column, "")).replace(",", " ")


def settle(
    event: Event, results: Mapping[str, tuple[str, GameResult]], overwrite: bool = False
) -> tuple[dict[str, tuple[str, GameResult]], list[Conflict]]:
    """Which results can go into the file: all where it says nothing else yet, or `overwrite` is set.

    Returns
    -------
    dict
        What is new.
    list of Conflict
        Where the file says something else; without `overwrite` these are not in the first.
    """
    games = {game.id: game for game in event.games()}
    new: dict[str, tuple[str, GameResult]] = {}
    conflicts: list[Conflict] = []
    for identity, (black, result) in results.items():
        game = games[identity]
        told = result if black == game.black else result.turned()
        if game.result is not None and not game.result.same_outcome(told):
            conflicts.append(Conflict(game, game.result, told))
            if not overwrite:
                continue
        if game.result != told:
            new[identity] = (black, result)
    return new, conflicts


def with_results(event: Event, results: Mapping[str, tuple[str, GameResult]]) -> Event:
    """The event with these results in its games."""

    def played(game: Game) -> Game:
        if game.id not in results:
            return game
        black, result = results[game.id]
        return msgspec.structs.replace(game, result=result if black == game.black else result.turned())

    def full(games: Sequence[Game]) -> tuple[Game, ...]:
        return tuple(played(game) for game in games)

    rounds = tuple(msgspec.structs.replace(r, games=full(r.games)) for r in event.rounds)
    return msgspec.structs.replace(event, rounds=rounds)
