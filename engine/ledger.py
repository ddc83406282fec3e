"""What the referee has ruled in one game: warnings, forfeited turns, losses.

Rulings are the referee's; the ledger keeps and adds them up. Two warnings lose the game and each costs stones in
the count (Chinese rules 2002, article 24), as the rule set says.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.finding import Ruling
from engine.game import Game
from engine.point import Colour
from engine.position import Position
from engine.rules import Rules

BLACK, WHITE = Colour.BLACK, Colour.WHITE


@dataclass(frozen=True, slots=True)
class Entry:
    """One ruling.

    Attributes
    ----------
    number : int
        Running number in the ledger, from 1.
    after : int
        Number of moves and passes played when it was made.
    ruling : Ruling
    irregularity : str or None
        What it was about; None for a ruling of the referee's own.
    note : str
        The referee's words, if any.
    withdrawn : bool
        The referee took it back.
    """

    number: int
    after: int
    ruling: Ruling
    irregularity: str | None = None
    note: str = ""
    withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class Ledger:
    """All rulings of a game. Immutable: each change is a new ledger."""

    rules: Rules
    entries: tuple[Entry, ...] = ()

    def ruled(self, ruling: Ruling, after: int, irregularity: str | None = None, note: str = "") -> Ledger:
        """The ledger with one more ruling."""
        entry = Entry(len(self.entries) + 1, after, ruling, irregularity, note)
        return replace(self, entries=(*self.entries, entry))

    def withdrawn(self, number: int) -> Ledger:
        """The ledger with a ruling taken back; it stays readable. Raises ValueError for an unknown number."""
        if not 1 <= number <= len(self.entries):
            raise ValueError(f"there is no ruling {number}; the ledger has {len(self.entries)}")
        entries = tuple(replace(entry, withdrawn=True) if entry.number == number else entry for entry in self.entries)
        return replace(self, entries=entries)

    @property
    def standing(self) -> tuple[Entry, ...]:
        """The rulings that hold."""
        return tuple(entry for entry in self.entries if not entry.withdrawn)

    @property
    def warnings(self) -> Mapping[Colour, int]:
        """Warnings of each player (article 24)."""
        total = {BLACK: 0, WHITE: 0}
        for entry in self.standing:
            for colour, number in (entry.ruling.warnings or {}).items():
                total[colour] += number
        return total

    @property
    def penalty_stones(self) -> Mapping[Colour, float]:
        """Stones off each player's count (article 24.1)."""
        return {colour: number * self.rules.warning_stones for colour, number in self.warnings.items()}

    @property
    def forfeited_turns(self) -> tuple[Colour, ...]:
        """Whose turns were forfeited, in order (articles 18.3, 19)."""
        return tuple(entry.ruling.forfeits for entry in self.standing if entry.ruling.forfeits)

    @property
    def result(self) -> str | None:
        """SGF's RE where a ruling or too many warnings have ended the game, `Void` where both lose."""
        for entry in self.standing:
            if entry.ruling.result is not None:
                return entry.ruling.result
        limit = self.rules.warnings_to_lose
        losers = [] if limit is None else [c for c, number in self.warnings.items() if number >= limit]
        if len(losers) == 2:
            return "Void"
        return f"{losers[0].other.letter}+F" if losers else None


def apply(ruling: Ruling, game: Game) -> None:
    """Make a ruling's board, turn and result those of the game.

    A board that stood before is gone back to, so that a void move leaves no trace in the history (and cannot be
    a repetition later); any other board is set up by hand. A forfeited turn is no pass.

    Raises
    ------
    ValueError
        Where the ruling's board has another size.
    """
    if ruling.position is not None:
        if ruling.position.size != game.position.size:
            raise ValueError(f"the game has {game.position.size} lines, the ruling's board {ruling.position.size}")
        _go_to(ruling.position, ruling.to_move or ruling.position.turn, game)
    elif ruling.to_move is not None and ruling.to_move != game.position.turn:
        game.set_up(turn=ruling.to_move)
    if ruling.result is not None:
        game.result = ruling.result


def _go_to(position: Position, turn: Colour, game: Game) -> None:
    recent = [earlier.stones for earlier in reversed(game.history.positions[-3:])]
    if position.stones in recent:
        for _ in range(recent.index(position.stones)):
            game.undo()
    else:
        black, white = (list(position.arrangement.points(colour)) for colour in (BLACK, WHITE))
        game.set_up(black, white, position.arrangement.points(Colour.EMPTY), turn)
    if game.position.turn != turn:
        game.set_up(turn=turn)
