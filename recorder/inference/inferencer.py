"""Readings over time into events."""

from __future__ import annotations

from recorder import events
from recorder.desk.overruled import Overruled
from recorder.inference.arrival import Arrival
from recorder.inference.audit import Audit
from recorder.inference.evidence import SPARSE, Evidence
from recorder.inference.jolt import Jolt
from recorder.inference.leftovers import READABLE
from recorder.inference.look import UNKNOWN, Look
from recorder.inference.mainline import MainLine
from recorder.inference.offcentre import OffCentre
from recorder.inference.opening import Opening
from recorder.inference.phase import Phase
from recorder.inference.proposals import Proposals, differing
from recorder.inference.readiness import is_certain, margin_of
from recorder.inference.stories import Story
from recorder.inference.succession import Leaving
from recorder.inference.teller import Teller
from recorder.inference.trace import Tracer
from recorder.settings import Settings
from vision.reading import Reading

SETTLED = 10.0
"""Seconds for which what was read with little certainty at the start must be read surely to be certain."""


class Inferencer:
    """Tells what happens on one board.

    Parameters
    ----------
    size : int
        Number of lines.
    settings : Settings

    Raises
    ------
    ValueError
        From `update`, where a reading has another size or comes out of order.
    """

    def __init__(self, size: int, settings: Settings | None = None) -> None:
        self.size = size
        self.settings = settings or Settings()
        self._arrival = Arrival(self.settings)
        self._evidence = Evidence(size, stills=self.settings.stills)
        self._opening = Opening(size, self.settings)
        self._line: MainLine | None = None
        self._teller = Teller(size, self.settings)
        self._off_centre = OffCentre(size)
        self._look: Look | None = None
        self._step = 0.0
        self._proposals = Proposals(self.settings)
        self.tracer = Tracer()
        self._phase = Phase(size)
        self._jolt = Jolt()
        self._audit = None if self.settings.stills else Audit(size, self.settings)
        self._ended = False
        self.overruled = Overruled()
        self.paused = False
        """Whether nothing that is seen becomes a move."""

    @property
    def line(self) -> MainLine | None:
        """The main line as it is believed; None before the first good look."""
        return self._line

    @property
    def look(self) -> Look | None:
        """What was seen last."""
        return self._look

    def open(self, time: float) -> list[events.Event]:
        """The game has begun, as a person says: tell what stood there at the start, where it was not told yet."""
        if self._line is None:
            return []
        self._opening.begun = True
        return self._teller.setup(self._line, time)

    def doubt(self) -> None:
        """Another game may have begun meanwhile: a board that does not show this one ends it at once."""
        self._arrival.expect(doubted=True)

    def inherit(self, other: Inferencer, leaving: Leaving | None = None) -> None:
        """Begin with what was seen of the board while the game before was on: play need not wait for another look.

        `leaving` is what was seen of its stones' leaving.
        """
        self._evidence = other._evidence
        if other.board is not None and other.look is not None and not other.is_another:
            self._opening.follow(leaving or other.leaving, other.look)

    def count_on(self) -> None:
        """The stones were being counted when the game was left: what lies otherwise now is no part of the record."""
        self._phase.state = "counting"

    def resume(self, line: MainLine) -> None:
        """A game goes on that was told before: this is its main line; raises ValueError where its size is another."""
        if line.size != self.size:
            raise ValueError(f"the game so far is one of {line.size} lines, not of {self.size}")
        self._arrival.expect(doubted=False)
        if self.settings.to_move and line.entries:
            line.entries[-1].next_turn = 1 if self.settings.to_move == "B" else 2
        self._line = line
        self._proposals.begin(line)
        self._opening.begun = True
        self._teller.layout.resume(line)

    def close(self) -> None:
        """The game is over, as a person says: nothing is told any more."""
        self._ended = True

    def reopen(self) -> None:
        """The game goes on after all."""
        self._ended = False
        self._phase = Phase(self.size)

    @property
    def begun(self) -> bool:
        """Whether anything stands in the record, or on the board."""
        return self._line is not None and (len(self._line) > 0 or any(self._line.start))

    @property
    def is_another(self) -> bool:
        """Whether the game that was known does not go on, since another one lies on the board."""
        return self._arrival.is_another

    @property
    def ended(self) -> bool:
        """Whether the game is over: what comes on the board now is another one."""
        return self._ended

    @property
    def board(self) -> bytes | None:
        """What is believed to lie on the board, n * n values; None before the first good look."""
        return self._line.board if self._line else None

    @property
    def leaving(self) -> Leaving:
        """What was seen of the leaving of the stones that lay there last."""
        return self._phase.leaving or Leaving(self.board or bytes(self.size**2))

    @property
    def moves(self) -> int:
        """How many moves and passes the main line has."""
        return len(self._line) if self._line else 0

    @property
    def suspicious(self) -> bool:
        """Whether so much differs that the grid should be looked at again."""
        if self._line is None or self._look is None:
            return False
        return differing(self._look, self._line) >= 4

    @property
    def resting(self) -> bool:
        """Whether the game goes on and all that was seen last is what is believed: no news is waited for."""
        if self._line is None or self._look is None or self._arrival.is_awaited or self._ended or self.paused:
            return False
        return self._phase.state == "play" and not differing(self._look, self._line)

    @property
    def count(self) -> int:
        """Number of the last event as the log will number it; whoever tells other events counts them in."""
        return self._teller.count

    @count.setter
    def count(self, value: int) -> None:
        self._teller.count = value

    def forget(self) -> None:
        """The board or the camera moved: what was seen until now no longer counts, the record stands."""
        self._evidence.forget()
        if self._audit is not None:
            self._audit.forget()
        self._off_centre.forget()
        self._look = None
        self._proposals.begin_anew()

    def jolted(self, time: float) -> None:
        """The board or the camera moved: stones may have slid without a hand."""
        self._jolt.strike(time)

    def update(self, reading: Reading) -> list[events.Event]:
        """Take one reading in and return what can be told now, in order."""
        last = self._look.time if self._look else None
        look = self._look = self.overruled.mask(self._evidence.add(reading, self.board), self._line)
        self._step = look.time - last if last is not None else 0.0
        told = self._update(reading, look)
        if self._audit is not None and not self._audit.has_seen(look):
            self._audit.leave()
        return told

    def _update(self, reading: Reading, look: Look) -> list[events.Event]:
        if self._ended or (self.paused and self._line is not None):
            return []
        if self._line is None:
            line = self._opening.start(look)
            if line is None:
                return []
            self._line = line
            if self._opening.came_unseen:
                self._evidence.begin_anew(self._opening.came_unseen, look.time)
            self._proposals.begin(line)
            return self._teller.open(line, look.time, self._opening)
        if self._arrival.is_awaited:
            told = self._arrival.see(self._line, look, self._opening, self._teller, self._proposals, self._phase)
            self._ended = self.is_another
            return told
        if self._line.unseen:
            board = self._line.board
            self._line.unseen -= {p for p in self._line.unseen if look.shown[p] == board[p] and look.held[p] > 1}
        if self._line.doubtful:
            same = [p for p in self._line.doubtful if look.shown[p] == self._line.start[p] and look.held[p] > SETTLED]
            self._line.doubtful.difference_update(p for p in same if look.weight[p] > READABLE)
        self._proposals.remember(look)
        if self._opening.before_play(self._line, look, self._teller) and self._audit is not None:
            self._audit.leave()  # what was tried is no part of any record
        told = self._teller.take()
        if (turning := self._phase.watch(self._line, look)) is not None:
            told += self._teller.turned(self._line, turning, look)
        if self._phase.state != "play":
            self._ended = self._phase.state == "over"
            return told
        pairs, ripe = self._jolt.slid(self._line, look)
        if pairs and not ripe:
            return told  # what slid is no move
        if pairs:
            told += self._teller.slid(self._line, pairs, look)
            if self._audit is not None:
                self._audit.leave()
        if self._audit is not None:
            unknown = [p for p in self.overruled.points if look.shown[p] == UNKNOWN]
            self._audit.see(reading, unknown, anew=self._is_sparse)
        told += self._follow(self._line, look)
        if not self.settings.stills and (self._opening.begun or len(self._line)):
            pushed, right = self._off_centre.update(reading, look, self._line.board)
            told += self._teller.off_centre(pushed, right, look.time)
        return told

    def finish(self, time: float, reason: str = "the source ended") -> list[events.Event]:
        """No more readings will come, for this reason: tell what was still held back, and the end."""
        told: list[events.Event] = []
        if self._ended:
            return told
        goes_on = not self._arrival.is_awaited and self._phase.state == "play"
        if self._line is not None and self._look is not None and goes_on:
            told += self._settle_last(self._line, self._look)
            last = self._audit.last(self._line, self._look) if self._audit is not None else None
            if last is not None:
                told += self._tell(self._line, last, [last], self._look, silent=True)
            told += self._teller.close(self._line, time, self._opening)
        self._ended = True
        told.append(self._teller.end(time, reason))
        return told

    def _settle_last(self, line: MainLine, look: Look) -> list[events.Event]:
        """Plain moves that only lacked a little time when the source ended."""
        if self._opening.holds(line, look):
            return []
        stories = self._proposals.of(look, sparse=self._is_sparse)
        best = stories[0]
        plain = best.keep == len(line) and not best.changes and not best.has_hidden
        if best.steps and plain and not any(s.faults for s in best.steps):
            return self._teller.tell(line, best, stories, look, self._opening)
        return []

    @property
    def _is_sparse(self) -> bool:
        return self.settings.stills or self._step >= SPARSE

    def _follow(self, line: MainLine, look: Look) -> list[events.Event]:
        differ = differing(look, line)
        undecided = self.settings.stills
        if self._audit is not None:
            self._audit.follow(line)
        if not differ and not undecided:
            self._proposals.readiness.begin_anew()
            return self._put_right(line, look, fits=True)
        if self._proposals.is_blind(look, differ) or self._opening.holds(line, look):
            return []
        stories = self._proposals.stories(line, look, sparse=self._is_sparse)
        best = self._proposals.ripe(line, stories, look, self._phase)
        if best is not None and self._audit is not None and not self._audit.bears_out(line, best, look):
            best = None
        self.tracer.weigh(line, look, stories, best)
        if best is None:
            return self._put_right(line, look, fits=False)
        certain = is_certain(line, best, margin_of(best, stories), look)
        return self._tell(line, best, stories, look, silent=not certain)

    def _put_right(self, line: MainLine, look: Look, *, fits: bool) -> list[events.Event]:
        """Tell what an audit of the record found; `fits` says that the record agrees with what is seen."""
        if self._audit is None:
            return []
        found = self._audit.finding(line, look, fits=fits)
        if found is None:
            other = self._audit.other_stones(line, look)
            told = self._teller.belated(line, look, self._audit)
            return told + self._teller.unproven(line, other, look) if other is not None else told
        story, lead = found
        if self._opening.lays_on(line, story):
            return []
        return self._tell(line, story, [story], look, silent=not is_certain(line, story, lead, look))

    def _tell(
        self, line: MainLine, story: Story, stories: list[Story], look: Look, *, silent: bool
    ) -> list[events.Event]:
        self._proposals.begin_anew()
        shares = self._audit.shares(line, story) if self._audit is not None else None
        told = self._teller.tell(line, story, stories, look, self._opening, shares, silent=silent)
        if self._audit is not None:
            self._audit.acknowledge(line, story)
        return told
