"""Event, round, table, game: what a tournament is made of, each with an identity that stays.

Nothing is known by its place in a list. A player's identity is that of the program the file came from; a game's
comes from its round and its two players, so it stays the same when a table or the colours are changed.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from typing import Annotated

import msgspec

from recorder.tournament.result import GameResult

RoundNumber = Annotated[int, msgspec.Meta(ge=1)]

# Scripts whose names are written without a space between surname and given name.
_UNSPACED = ("CJK", "HIRAGANA", "KATAKANA", "HANGUL")


class TournamentError(ValueError):
    """A tournament's data cannot be used; the message says why and what to do."""


class Player(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A player.

    Attributes
    ----------
    id : str
        Identity in the file of pairings.
    surname, given : str
        In any script. Where only a whole name is known it is the surname.
    rank : str
        As players write it: `5d`, `3k`, `2p`.
    country, club, pin : str
        Country code, club, and the number in the European Go Database.
    latin : str
        `Surname, Given` in Latin letters, for lists that take no others.
    """

    id: str
    surname: str
    given: str = ""
    rank: str = ""
    country: str = ""
    club: str = ""
    pin: str = ""
    latin: str = ""

    @property
    def name(self) -> str:
        """The whole name, surname first, as tournament lists have it."""
        if not self.given:
            return self.surname
        scripts = unicodedata.name(self.surname[-1:] or " ", "").startswith(_UNSPACED)
        return f"{self.surname}{'' if scripts else ' '}{self.given}"


class Table(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table of the hall, and the watched board that stands on it.

    Attributes
    ----------
    label : str
        What stands on the table: `3`, `B12`.
    board : str
        Identity of the watched board; empty where no camera looks at it.
    """

    label: str
    board: str = ""


class Game(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A game of a round: two players at a table.

    Attributes
    ----------
    id : str
        Identity; see `game_id`.
    round : int
    table : str
        Label of the table; empty where it has none.
    black, white : str
        Identities of the players.
    handicap : int
        0 for an even game, 1 for Black without komi, from 2 on stones.
    komi : float or None
        None where the file says nothing: the event's komi, or that of handicap games, is meant.
    result : GameResult or None
    """

    id: str
    round: RoundNumber
    table: str
    black: str
    white: str
    handicap: Annotated[int, msgspec.Meta(ge=0)] = 0
    komi: float | None = None
    result: GameResult | None = None


class Round(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A round: its games, and who has a free round (`byes`)."""

    number: RoundNumber
    games: tuple[Game, ...] = ()
    byes: tuple[str, ...] = ()


class Event(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A tournament.

    Attributes
    ----------
    id : str
        Identity; see `event_id`.
    name, place, begins, ends : str
        Dates as `YYYY-MM-DD`.
    komi : float or None
        Of even games.
    size : int
        Lines of the boards.
    planned : int
        Rounds there will be.
    players, rounds, tables : tuple

    Raises
    ------
    TournamentError
        Where identities are not unique, a game's players are unknown, or somebody would play twice in a round.
    """

    id: str
    name: str
    place: str = ""
    begins: str = ""
    ends: str = ""
    komi: float | None = None
    size: int = 19
    planned: int = 0
    players: tuple[Player, ...] = ()
    rounds: tuple[Round, ...] = ()
    tables: tuple[Table, ...] = ()

    def __post_init__(self) -> None:
        known = {player.id for player in self.players}
        if twice := _repeated(player.id for player in self.players):
            raise TournamentError(f"two players have the identity {twice}: give one of them another name")
        if twice := _repeated(str(number.number) for number in self.rounds):
            raise TournamentError(f"there are two rounds {twice}")
        for games in self.rounds:
            seats = [seat for game in games.games for seat in (game.black, game.white)] + list(games.byes)
            if unknown := next((seat for seat in seats if seat not in known), None):
                raise TournamentError(f"round {games.number}: there is no player {unknown}")
            if twice := _repeated(iter(seats)):
                raise TournamentError(f"round {games.number}: {self.player(twice).name} would play twice")
            if twice := _repeated(game.table for game in games.games if game.table):
                raise TournamentError(f"round {games.number}: two games would be at table {twice}")

    def player(self, identity: str) -> Player:
        """The player of that identity; KeyError where there is none."""
        for player in self.players:
            if player.id == identity:
                return player
        raise KeyError(identity)

    def round(self, number: int) -> Round:
        """The round of that number.

        Raises
        ------
        TournamentError
            Where nobody is paired in it.
        """
        for games in self.rounds:
            if games.number == number:
                return games
        paired = ", ".join(str(games.number) for games in self.rounds) or "none"
        raise TournamentError(f"there is no round {number} in {self.name}; rounds with pairings: {paired}")

    def games(self) -> Iterator[Game]:
        """All games, round by round."""
        for games in self.rounds:
            yield from games.games


def _repeated(names: Iterator[str]) -> str | None:
    return next((name for name, count in Counter(names).items() if count > 1), None)


def game_id(number: int, one: str, other: str) -> str:
    """Identity of the game that two players have in a round, whoever is Black and wherever they sit."""
    pair = "\n".join(sorted((one, other))).encode(errors="surrogatepass")
    return f"r{number}-{hashlib.blake2s(pair, digest_size=5).hexdigest()}"


def event_id(name: str, begins: str = "") -> str:
    """Identity of an event: its name in lower case with hyphens, and the day it begins.

    Letters of any script stay, so it can be read; everything an address, a file or a topic might stumble over
    is gone.
    """
    words = re.sub(r"[\W_]+", "-", unicodedata.normalize("NFKC", f"{name} {begins}").casefold()).strip("-")
    return words or "event"


def folded(name: str) -> str:
    """A name for comparing: without case, spaces and marks (`Ke, Jie` is `ke jie`)."""
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", name).casefold())
