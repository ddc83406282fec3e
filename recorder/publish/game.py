"""A game to be published: its events, facts and record, from an event log or from an SGF file."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from recorder import events
from recorder.facts import GameFacts, merged
from recorder.log import LogError, LogReader
from recorder.publish.delay import check_delay, stamp, visible
from recorder.record import Record, fold
from recorder.sgf import to_sgf
from recorder.sgf_reader import read_sgf

_UNFIT = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*\s]+')


@dataclass(frozen=True)
class Game:
    """A game and what is known of it.

    Attributes
    ----------
    ident : str
        Identity of the game in its log; the file's name for an SGF.
    board : str
        The board it was played at; empty for an SGF.
    facts : GameFacts
        What people said of it, also while it ran.
    told : list of Event
    record : Record
    log : Path or None
        The log it comes from.
    """

    ident: str
    board: str
    facts: GameFacts
    told: list[events.Event]
    record: Record
    log: Path | None = None

    @property
    def result(self) -> str:
        """The result as SGF writes it; empty where none is known."""
        end = self.record.end
        return self.facts.result or (end.result if end and end.result else "")

    @property
    def title(self) -> str:
        """Black and White, as a line."""
        return f"{self.facts.black or '?'} - {self.facts.white or '?'}"

    def sgf(self) -> bytes:
        """The record as SGF."""
        content = to_sgf(self.told, self.facts)
        assert content is not None  # a record has a board
        return content


def make_game(
    ident: str, board: str, told: Iterable[events.Event], facts: GameFacts, log: Path | None = None
) -> Game | None:
    """The game of these events; None where no board was ever found."""
    told = list(told)
    record = fold(told)
    if record is None:
        return None
    for event in told:
        if isinstance(event, events.FactsKnown):
            facts = merged(facts, event.facts)
    return Game(ident, board, facts, told, record, log)


def load(path: Path) -> list[Game]:
    """The games of a log, of an SGF file, or of all such files in a folder, in the order of their names.

    In a folder, what cannot be read is left out where anything can.

    Raises
    ------
    LogError
        Where a file cannot be read, or there is no game.
    """
    if path.is_dir():
        return _load_folder(path)
    if not path.is_file():
        raise LogError(f"there is no file or folder {path}: check the name")
    try:
        with open(path, "rb") as file:
            head = file.read(64)
    except OSError as error:
        raise LogError(f"{path} cannot be read: {error.strerror or error}") from error
    if head.startswith(b"SQLite format 3"):
        return _load_log(path)
    try:
        told, facts = read_sgf(path.read_bytes())
    except ValueError as error:
        raise LogError(f"{path} is neither an event log (.kifulog) nor an SGF of a game of Go: {error}") from error
    game = make_game(path.stem, "", told, facts)
    return [game] if game else []


def _load_log(path: Path) -> list[Game]:
    with LogReader(path) as log:
        found = [
            make_game(game.game, game.board, log.events(game.game), log.facts(game.game), path) for game in log.games()
        ]
    games = [game for game in found if game]
    if not games:
        raise LogError(f"the log {path} holds no board: there is nothing to show")
    return games


def _load_folder(folder: Path) -> list[Game]:
    # What we published is no source of ours: else a site inside the folder would show every game twice.
    published = {path.parent for path in folder.rglob("event.json")}
    paths = sorted(
        path
        for path in folder.rglob("*")
        if path.suffix in (".kifulog", ".sgf") and path.is_file() and published.isdisjoint(path.parents)
    )
    games: list[Game] = []
    failed = ""
    logs = {path.with_suffix("") for path in paths if path.suffix == ".kifulog"}
    for path in paths:
        own = {path.with_suffix(""), path.with_name(re.sub(r"-\d+$", "", path.stem))}
        if path.suffix == ".sgf" and own & logs:
            continue  # a recording's own SGF: its log says more
        try:
            games += load(path)
        except LogError as error:
            failed = failed or str(error)
    if not games:
        raise LogError(failed or f"the folder {folder} holds no event log (.kifulog) and no SGF")
    return games


def delayed(games: list[Game], delay: float, now: float) -> list[Game]:
    """The games as the public may see them `delay` seconds late at wall time `now`; SGF files bear no time.

    Raises
    ------
    LogError
        Where nothing of any game may be seen yet, or a log can no longer be read.
    ValueError
        Where the delay is not from 0 to 3600 seconds.
    """
    if not check_delay(delay):
        return games
    shown: list[Game] = []
    for game in games:
        if game.log is None:
            shown.append(game)
            continue
        with LogReader(game.log) as log:
            # From the log's beginning: the time of day goes on through all its games.
            seen = visible(stamp(log.events(), log.sittings(), otherwise=now), delay, now)
            told = [event for event in seen if event.game == game.ident]
            earlier = make_game(game.ident, game.board, told, log.facts(game.ident), game.log)
        shown += [earlier] if earlier else []
    if not shown:
        raise LogError(f"with a delay of {delay:g} s there is nothing to show yet")
    return shown


def pick(games: list[Game], ident: str | None) -> Game:
    """The game of that identity, or the last one; raises LogError where there is none."""
    if ident is None:
        return games[-1]
    for game in games:
        if game.ident == ident:
            return game
    raise LogError(f"there is no game {ident!r}; there are: {', '.join(game.ident for game in games)}")


def file_name(text: str, fallback: str = "game") -> str:
    """A text as a file's name that every system takes: letters of any script stay."""
    name = _UNFIT.sub("_", text).strip("._ ")
    while len(name.encode()) > 120:
        name = name[:-1]
    return name or fallback


def gather(sources: Iterable[Path], ident: str | None = None, round_name: str | None = None) -> list[Game]:
    """The games of several logs, SGF files and folders: the last one of each file, all those of a folder.

    Parameters
    ----------
    sources : iterable of Path
    ident : str, optional
        This game alone.
    round_name : str, optional
        Those of this round alone, as their facts name it.

    Raises
    ------
    LogError
        Where a source cannot be read, or no game is left.
    """
    games: list[Game] = []
    for source in sources:
        found = load(source)
        several = source.is_dir() or ident is not None or round_name is not None
        games += found if several else found[-1:]
    if ident is not None:
        return [pick(games, ident)]
    if round_name is not None:
        rounds = sorted({game.facts.round for game in games if game.facts.round})
        games = [game for game in games if game.facts.round == round_name]
        if not games:
            raise LogError(f"no game is of round {round_name!r}; there are: {', '.join(rounds) or 'none'}")
    return games
