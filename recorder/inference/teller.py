"""Turns the story that was settled upon into events, and keeps the main line in step with them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from recorder import events
from recorder.inference.announcements import Announcements
from recorder.inference.irregularities import Finding, Irregularities, of_changes
from recorder.inference.layout import Layout
from recorder.inference.mainline import Entry, MainLine, Outstanding
from recorder.inference.pending import Pending
from recorder.inference.scribe import Scribe
from recorder.inference.stories import Step, Story
from recorder.inference.sureness import confidences_of
from recorder.inference.turnings import CLEARED, last_board, say_turning

if TYPE_CHECKING:
    from recorder.inference.audit import Audit
    from recorder.inference.look import Look
    from recorder.inference.offcentre import Push
    from recorder.inference.opening import Opening
    from recorder.inference.phase import Turning
    from recorder.settings import Settings


class Teller:
    """Makes the events of one board.

    Parameters
    ----------
    size : int
    settings : Settings

    Attributes
    ----------
    layout : Layout
        What stood there at the start.
    """

    def __init__(self, size: int, settings: Settings) -> None:
        self.size = size
        self.settings = settings
        self._said = Announcements(size)
        self._scribe = Scribe(self._said)
        self._irregularities = Irregularities(stills=settings.stills)
        self.layout = Layout(self._said, settings)
        self._pending = Pending()

    @property
    def count(self) -> int:
        """How many events the board's log holds, so that a `resolved` can name the alert it means."""
        return self._said.count

    @count.setter
    def count(self, value: int) -> None:
        self._said.count = value

    def take(self) -> list[events.Event]:
        """The events made since the last time."""
        return self._said.take()

    # What stood there at the start

    def open(self, line: MainLine, time: float, opening: Opening) -> list[events.Event]:
        """What stood there at the start, where it is no handicap that may still grow."""
        if opening.begun:
            self.layout.tell(line, time)
        return self.take()

    def setup(self, line: MainLine, time: float) -> list[events.Event]:
        """What stood there at the start, where stones did and it was not told yet."""
        self.layout.begin(line, time)
        self.layout.is_told = True
        return self.take()

    def close(self, line: MainLine, time: float, opening: Opening) -> list[events.Event]:
        """What was held back until the end of the source."""
        if not opening.begun:
            self.layout.begin(line, time)
        return self.take()

    def end(self, time: float, reason: str) -> events.Event:
        """The last event."""
        self.count += 1
        return events.End(t=time, reason=reason, result=None)

    def view(self, state: Literal["poor", "back"], reason: str, time: float) -> events.Event:
        """How well the board shows the game."""
        self.count += 1
        return events.View(t=time, state=state, reason=reason)

    def withdraw_tries(self, line: MainLine, time: float) -> None:
        """All that was told until now were stones laid and taken off again before the game."""
        self.layout.withdraw(line, time)
        self._pending = Pending()

    # What happens

    def tell(
        self,
        line: MainLine,
        story: Story,
        stories: list[Story],
        look: Look,
        opening: Opening,
        shares: list[float] | None = None,
        *,
        silent: bool = False,
    ) -> list[events.Event]:
        """Tell a story; the main line is changed to it.

        `shares` are the chances of its moves by whole records; `silent` leaves out alerts of moves out of turn.
        """
        time = look.time
        self.layout.begin(line, time)
        confidences = confidences_of(story, stories, line)
        if shares is not None:
            confidences = [min(pair) for pair in zip(confidences, shares, strict=True)]
        dropped = line.entries[story.keep :]
        again = {(s.point, s.colour) for s in story.steps if s.again}
        undone = [e for e in dropped if (e.point, e.colour) not in again]
        if dropped:
            self._scribe.withdraw(line, story.keep, undone, time)
        known = {(e.point, e.colour): e for e in dropped}
        new = [s for s in story.steps if not s.again]
        found = self._irregularities.of_undone(line, undone, new, look)
        before = line.board_after(story.keep)
        for i, step in enumerate(story.steps):
            if step.point is None or step.point < 0:
                self._scribe.enter_pass(line, step.colour, time)
                continue
            old = known.get((step.point, step.colour))
            self._scribe.enter_move(line, old, story, i, stories, confidences[i], look)
            if old is None:
                found += self._irregularities.of_step(line, step, silent=silent)
                if silent:
                    self._hold_back(line, step)
        if not story.steps:
            self._lay(line, story.board, time)
        self._void(line, undone, time)
        found += of_changes(line, story, before, look)
        if len(line) > 1:
            opening.begun = True
        for one in found:
            self._alert(line, one, time)
        self._resolve(line, time)
        return self.take()

    def unproven(self, line: MainLine, story: Story, look: Look) -> list[events.Event]:
        """Tell stones that lie otherwise than before, not yet that this is irregular: it may have been misread long."""
        self.layout.begin(line, look.time)
        before = line.board
        self._lay(line, story.board, look.time)
        for one in of_changes(line, story, before, look):
            self._pending.add_stones(line, one, {p: story.board[p] for p in one.proper})
        self._resolve(line, look.time)
        return self.take()

    def belated(self, line: MainLine, look: Look, audit: Audit) -> list[events.Event]:
        """Tell what has been proven to be irregular since its stones were told."""
        for one, standing in self._pending.proven(line, look, audit):
            if standing is None:
                self._alert(line, one, look.time)
            else:
                standing.seq = self._said.alert(one.name, one.points, one.colour, look.time, min(one.seen, look.time))
        return self.take()

    def off_centre(self, pushed: list[Push], right: list[Push], time: float) -> list[events.Event]:
        """Tell stones pushed off their points, and those put back."""
        for push in pushed:
            push.seq = self._said.alert("off_centre_stone", tuple(push.points), 0, time, push.seen)
        for push in right:
            self._said.say(events.Resolved(t=time, alert=push.seq, how="put right on the board"))
        return self.take()

    def put_right(self, line: MainLine, board: bytes, time: float) -> list[events.Event]:
        """What lies on the board, where no moves explain it; stones that are put back are no moves."""
        self.layout.begin(line, time)
        before = line.board
        self._lay(line, board, time)
        proper = {p: b for p, (b, now) in enumerate(zip(before, board, strict=True)) if b != now}
        line.outstanding += [Outstanding(0, "", {p: b}) for p, b in proper.items()]
        return self.take()

    def slid(self, line: MainLine, pairs: list[tuple[int, int]], look: Look) -> list[events.Event]:
        """Tell stones that slid from one point to another without a hand; the main line is changed to it."""
        self.layout.begin(line, look.time)
        before = line.board
        after = bytearray(before)
        for source, target in pairs:
            after[source], after[target] = 0, before[source]
        self._lay(line, bytes(after), look.time)
        together = [tuple(p for pair in pairs for p in pair)] if len(pairs) > 2 else pairs
        for points in together:
            seen = min(look.time, max(float(look.since[p]) for p in points))
            name = "moved_stone" if len(points) == 2 else "multiple_changes"
            colours = {before[p] for p in points} - {0}
            colour = colours.pop() if len(colours) == 1 else 0
            seq = self._said.alert(name, points, colour, look.time, seen)
            line.outstanding.append(Outstanding(seq, name, {p: before[p] for p in points}))
        return self.take()

    def turned(self, line: MainLine, turning: Turning, look: Look) -> list[events.Event]:
        """Tell what the game has turned into."""
        if turning.kind in ("counting", "cleared") and (board := last_board(line)) != line.board:
            self._lay(line, board, look.time)
            self._resolve(line, look.time, CLEARED if turning.kind == "cleared" else events.COUNTING)
        say_turning(self._said, turning, look)
        return self.take()

    # Parts of it

    def _hold_back(self, line: MainLine, step: Step) -> None:
        """What was not said of the move entered last, as it is not certain, may be so later."""
        if line.entries[-1].faults or self.settings.stills:
            return
        for fault in step.faults:
            if fault == "turn":
                continue  # a move that nobody could read, and that is taken by now, is never ruled out
            alone = replace(step, faults=(fault,))
            for one in self._irregularities.of_step(line, alone, silent=False):
                self._pending.add_move(one, fault)

    def _lay(self, line: MainLine, board: bytes, time: float) -> None:
        """What lies on the board from now on, though no move made it so."""
        before = line.board
        line.set_board(board)
        if board != before:
            self.layout.is_told = True  # from here on edits tell what lies there
        self._said.edit(before, board, len(line), time)

    def _alert(self, line: MainLine, one: Finding, time: float) -> None:
        seq = self._said.alert(one.name, one.points, one.colour, time, min(one.seen, time))
        standing = Outstanding(seq, one.name, one.proper, time)
        if one.entry is not None:
            one.entry.faults.append(standing)
        elif one.proper:
            line.outstanding.append(standing)

    def _void(self, line: MainLine, undone: list[Entry], time: float) -> None:
        """What is wrong with a stone is nothing any more when its move has left the record."""
        left = {(e.point, e.colour) for e in line.entries}
        gone = {(e.point, e.colour) for e in undone} - left
        for one in list(line.outstanding):
            if not gone.isdisjoint(one.proper.items()):
                line.outstanding.remove(one)
                if one.seq:
                    self._said.say(events.Resolved(t=time, alert=one.seq, how="the move was taken back"))

    def _resolve(self, line: MainLine, time: float, how: str = "put right on the board") -> None:
        board = line.board
        for one in list(line.outstanding):
            if all(board[p] == c for p, c in one.proper.items()):
                line.outstanding.remove(one)
                if one.seq:
                    self._said.say(events.Resolved(t=time, alert=one.seq, how=how))
