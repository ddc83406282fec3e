"""Results for the European Go Database: the table of a tournament as text (`.h9`).

Format: the rating list's own description, and the files OpenGotha writes: comment lines with what the tournament
was, then a line a player in order of place, with a cell a round: the opponent's place, `+`, `-` or `=`, colour and
handicap (`3+/b0`); `0+`, `0-` where nobody was met at the board.

The file is ISO-8859-15: a name with other letters (Ł, 柯, Д) cannot be in it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from recorder.tournament.event import Event, Game, Player, Round, TournamentError
from recorder.tournament.latin import LETTERS, bare
from recorder.tournament.list_file import split_name
from recorder.tournament.standings import Standing

ENCODING = "iso8859-15"


class EgdTable(NamedTuple):
    """The file's bytes, and what people must know of it: names that had to be changed, games left out."""

    content: bytes
    remarks: list[str]


def egd_table(
    event: Event,
    order: Sequence[Standing],
    *,
    tournament_class: str,
    minutes: int,
    country: str = "",
    handicap_reduction: int | None = None,
    comment: str = "",
) -> EgdTable:
    """The table of an event.

    Parameters
    ----------
    event : Event
    order : sequence of Standing
        Whoever is not in it has not played and is left out.
    tournament_class : {"A", "B", "C", "D"}
    minutes : int
        Adjusted time: the main time and that of 45 moves in byo-yomi (60 in Canadian byo-yomi).
    country : str
        Two letters.
    handicap_reduction : int or None
        By how much handicaps were less than the difference of ranks; None where all games were even.
    comment : str
        The byo-yomi, say.

    Raises
    ------
    TournamentError
        Where names cannot be written in Latin letters; all of them are named, with what to do.
    """
    remarks: list[str] = []
    players = {player.id: player for player in event.players}
    names = _names([players[standing.player] for standing in order], remarks)
    places = {standing.player: place for place, standing in enumerate(order, 1)}
    head = [f"CL[{tournament_class}]", f"EV[{_plain(event.name, remarks)}]"]
    head += [f"PC[{country},{_plain(event.place, remarks)}]", f"DT[{event.begins},{event.ends or event.begins}]"]
    head += [f"HA[h{handicap_reduction}]"] if handicap_reduction is not None else []
    head += [f"KM[{event.komi:g}]"] if event.komi is not None else []
    head += [f"TM[{minutes}]"] + ([f"CM[{_plain(comment, remarks)}]"] if comment else [])
    lines = [f"; {words}" for words in head] + [";", "; Pl Name                            Rk Co Club  Pts  Tie"]
    cells = _cells(event, places, remarks)
    for standing in order:
        player = players[standing.player]
        surname, given = names[player.id]
        rank = player.rank.upper() or "20K"
        if not player.rank:
            remarks.append(f"{player.name} has no rank and is written as 20K: put it right")
        fields = f"{places[player.id]:4} {surname + ' ' + given:<30} {rank:>3} {_word(player.country, 'XX')[:2]:>2}"
        fields += f" {_word(player.club, 'xxxx')[:4]:>4} {standing.points:4g} {standing.tiebreak:4g} 0 0"
        line = " ".join([fields, *(f"{cell:>8}" for cell in cells[player.id])])
        # Four columns of criteria, as OpenGotha always writes. What comes after a semicolon nobody reads but people:
        # whoever looks the player up finds his number.
        lines.append(line + (f" ; {player.pin}" if player.pin else ""))
    content = "\n".join(lines) + "\n"
    return EgdTable(content.encode(ENCODING, errors="replace"), list(dict.fromkeys(remarks)))


def _names(players: Sequence[Player], remarks: list[str]) -> dict[str, tuple[str, str]]:
    """Surname and given name of each player as the file can hold them, without spaces."""
    names: dict[str, tuple[str, str]] = {}
    impossible: list[str] = []
    for player in players:
        surname, given = split_name(player.latin) if player.latin else (player.surname, player.given)
        latin = latinised(surname), latinised(given)
        if not _holds("".join(latin)) or not latin[0]:
            impossible.append(player.name)
            continue
        if latin != (surname, given):
            remarks.append(f"{player.name} is written as {latin[0]} {latin[1]}".rstrip() + f": {ENCODING} has no more")
        names[player.id] = _word(latin[0], "_"), _word(latin[1], "_")
    if impossible:
        raise TournamentError(
            f"the European Go Database takes names in {ENCODING} only, and these cannot be written in it: "
            f"{', '.join(impossible)}. Give their Latin names in a list of players (columns id or name, and latin, "
            'as "Ke, Jie") with --players'
        )
    return names


def latinised(text: str) -> str:
    """A text in letters of ISO-8859-15: accents that it lacks are left away. Other scripts stay as they are."""
    text = unicodedata.normalize("NFC", text).translate(LETTERS)
    return "".join(letter if _holds(letter) else _bare(letter) for letter in text)


def _bare(letter: str) -> str:
    plain = bare(letter)
    return plain if _holds(plain) else letter


def _holds(text: str) -> bool:
    try:
        text.encode(ENCODING)
    except UnicodeEncodeError:
        return False
    return True


def _plain(text: str, remarks: list[str]) -> str:
    plain = re.sub(r"[\[\]\n\r;]", " ", latinised(text))
    if not _holds(plain):
        remarks.append(f"{text} cannot be written in {ENCODING}: put it right in the file's head")
    return plain


def _word(text: str, otherwise: str) -> str:
    """A text as one word: spaces are underscores, and nothing that means something else in the table."""
    return re.sub(r"[\s;|]+", "_", latinised(text).strip()) or otherwise


def _cells(event: Event, places: dict[str, int], remarks: list[str]) -> dict[str, list[str]]:
    """A cell a round for each player."""
    cells: dict[str, list[str]] = {player: [] for player in places}
    rounds = {games.number: games for games in event.rounds}
    for number in range(1, max(rounds, default=0) + 1):
        games = rounds.get(number, Round(number=number))
        seats = {seat: game for game in games.games for seat in (game.black, game.white)}
        for player, line in cells.items():
            game = seats.get(player)
            if game is not None:
                line.append(_cell(game, player, places, remarks))
            else:
                line.append("0+" if player in games.byes else "0-")
    return cells


def _cell(game: Game, player: str, places: dict[str, int], remarks: list[str]) -> str:
    black = player == game.black
    result, opponent = game.result, places.get(game.white if black else game.black)
    if result is None or opponent is None:
        remarks.append(f"round {game.round}, table {game.table or '?'} has no result and is not in the table")
        return "0-"
    won = result.winner == "both_win" or result.winner == ("B" if black else "W")
    mark = "=" if result.winner == "draw" else "+" if won else "-"
    if result.by_default or result.winner in ("both_win", "both_lose"):
        return f"0{mark}"  # not played at the board, or no game between two: it must not be rated
    return f"{opponent}{mark}/{'b' if black else 'w'}{game.handicap}"
