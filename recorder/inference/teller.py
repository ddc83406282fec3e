"""Turns the story that was settled upon into events, and keeps the main line in step with them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from engine.chains import neighbours, put
from engine.handicap import handicap_points, star_points
from engine.point import Colour, Point
from recorder import events
from recorder.catalogue import CATALOGUE
from recorder.inference.doubt import proof
from recorder.inference.mainline import Entry, MainLine, Outstanding
from recorder.inference.phase import Phase
from recorder.inference.stories import Change, Step, Story
from recorder.inference.sureness import candidates_of, confidences_of

if TYPE_CHECKING:
    from recorder.inference.look import Look
    from recorder.inference.offcentre import Push
    from recorder.inference.opening import Opening
    from recorder.inference.phase import Turning
    from recorder.settings import Settings

REAL = 0.85
_IDS = {
    "moved": "moved_stone",
    "restored": "capture_restored",
    "vanished": "stone_vanished",
    "changed": "stone_colour_changed",
    "extra": "extra_stone",
    "many": "multiple_changes",
    "wrong_capture": "wrong_capture",
}


class _Fault(NamedTuple):
    """An alert to be told: its id, points, colour (0 none), when it was first visible, and what it hangs on."""

    name: str
    points: tuple[int, ...]
    colour: int
    seen: float
    entry: Entry | None
    proper: dict[int, int]


class Teller:
    """Makes the events of one board.

    Parameters
    ----------
    size : int
    settings : Settings

    Attributes
    ----------
    count : int
        How many events the board's log holds, so that a `resolved` can name the alert it means.
    """

    def __init__(self, size: int, settings: Settings) -> None:
        self.size = size
        self.settings = settings
        self.count = 0
        self._around = neighbours(size)
        self._told: list[events.Event] = []
        self._setup_told = False
        self._lifted: tuple[int, int] | None = None

    def take(self) -> list[events.Event]:
        """The events made since the last time."""
        told, self._told = self._told, []
        return told

    def open(self, line: MainLine, time: float, opening: Opening) -> list[events.Event]:
        """What stood there at the start, where it is no handicap that may still grow."""
        if opening.begun:
            self._setup(line, time)
        return self.take()

    def setup(self, line: MainLine, time: float) -> list[events.Event]:
        """What stood there at the start, where stones did and it was not told yet."""
        if any(line.start):
            self._setup(line, time)
        self.resume()
        return self.take()

    def resume(self) -> None:
        """What stood there at the start was told before."""
        self._setup_told = True

    def close(self, line: MainLine, time: float, opening: Opening) -> list[events.Event]:
        """What was held back until the end of the source."""
        if not opening.begun and any(line.start):
            self._setup(line, time)
        return self.take()

    def end(self, time: float, reason: str) -> events.Event:
        """The last event."""
        self.count += 1
        return events.End(t=time, reason=reason, result=None)

    def withdraw_first(self, line: MainLine, time: float) -> None:
        """The only move told was no move but a stone laid before the game."""
        self._say(events.Correction(t=time, n=1, reason="stones are being laid before the game"))
        line.entries.clear()

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
        if story.steps and not opening.begun and any(line.start):
            self._setup(line, time)
        confidences = confidences_of(story, stories, line)
        if shares is not None:
            confidences = [min(pair) for pair in zip(confidences, shares, strict=True)]
        dropped = line.entries[story.keep :]
        new = [s for s in story.steps if not s.again]
        again = {(s.point, s.colour): None for s in story.steps if s.again}
        undone = [e for e in dropped if (e.point, e.colour) not in again]
        alerts: list[_Fault] = []
        if dropped:
            reason = "a stone was taken up again" if undone else "the order of the moves was another"
            self._say(events.Correction(t=time, n=story.keep + 1, reason=reason))
            old = {(e.point, e.colour): e for e in dropped}
            del line.entries[story.keep :]
            line.withdrawn.update({(e.point, e.colour): e for e in undone if e.point is not None})
            for entry in undone:
                for fault in entry.faults:
                    if fault.seq:
                        self._say(events.Resolved(t=time, alert=fault.seq, how="the move was taken back"))
        else:
            old = {}
        self._take_back(line, undone, new, look, alerts)
        left = [p for c in story.changes if c.kind == "left" for p in c.points]
        wrong = [p for c in story.changes if c.kind == "wrong_capture" for p in c.points]
        board = before = line.board_after(story.keep)
        for i, step in enumerate(story.steps):
            is_last = i == len(story.steps) - 1
            n = len(line) + 1
            if step.point is None or step.point < 0:
                self._say(events.Pass(t=time, n=n, colour=_player(step.colour), confidence=0.5))
                line.entries.append(Entry(step.colour, None, board, (), time, -math.inf, 1.0, time, True))
                continue
            plain = put(board, step.point, step.colour, self._around)[0]
            real = story.board if is_last else step.after
            known = old.get((step.point, step.colour))
            entry = Entry(
                step.colour,
                step.point,
                real,
                step.captured,
                known.placed if known else float(min(look.since[step.point], time)),
                known.possible if known else float(look.possible[step.point]),
                known.missed if known else float(look.missed[step.point]),
                known.told if known else time,
                known.visited if known else bool(look.visited[step.point]),
                known.weight if known else float(look.weight[step.point]),
                known.faults if known else [],
                known.confidence if known and known.origin != "camera" else confidences[i],
                origin=known.origin if known else "camera",
            )
            candidates = () if known else self._candidates(story, stories, i)
            if candidates:
                entry.confidence = min(entry.confidence, 1 / (1 + len(candidates)))
            off = [p for p in step.captured if p not in left]
            if is_last:
                off += [p for p in wrong if board[p] == 3 - step.colour]
            self._say(
                events.Move(
                    t=time,
                    n=n,
                    colour=_player(step.colour),
                    point=self._vertex(step.point),
                    captured=self._vertices(off),
                    t_placed=entry.placed,
                    confidence=round(entry.confidence, 3),
                    candidates=candidates,
                    origin=entry.origin,
                )
            )
            line.entries.append(entry)
            self._edit(plain, real, n, time)
            if known is None:
                self._step_faults(line, step, entry, alerts, silent)
            board = real
        if not story.steps:
            line.set_board(story.board)
            self._edit(before, story.board, len(line), time)
        self._change_faults(line, story, before, look, alerts)
        if len(line) > 1:
            opening.begun = True
        for one in alerts:
            seq = self._alert(one.name, one.points, one.colour, time, min(one.seen, time))
            standing = Outstanding(seq, one.name, one.proper)
            if one.entry is not None:
                one.entry.faults.append(standing)
            elif one.proper:
                line.outstanding.append(standing)
        self._resolve(line, time)
        return self.take()

    def off_centre(self, pushed: list[Push], right: list[Push], time: float) -> list[events.Event]:
        """Tell stones pushed off their points, and those put back."""
        for push in pushed:
            push.seq = self._alert("off_centre_stone", tuple(push.points), 0, time, push.seen)
        for push in right:
            self._say(events.Resolved(t=time, alert=push.seq, how="put right on the board"))
        return self.take()

    def put_right(self, line: MainLine, board: bytes, time: float) -> list[events.Event]:
        """What lies on the board, where no moves explain it."""
        before = line.board
        line.set_board(board)
        self._edit(before, board, len(line), time)
        return self.take()

    def slid(self, line: MainLine, pairs: list[tuple[int, int]], look: Look) -> list[events.Event]:
        """Tell stones that slid from one point to another without a hand; the main line is changed to it."""
        before = line.board
        after = bytearray(before)
        for source, target in pairs:
            after[source], after[target] = 0, before[source]
        line.set_board(bytes(after))
        self._edit(before, line.board, len(line), look.time)
        together = [tuple(p for pair in pairs for p in pair)] if len(pairs) > 2 else pairs
        for points in together:
            seen = min(look.time, max(float(look.since[p]) for p in points))
            name = "moved_stone" if len(points) == 2 else "multiple_changes"
            colours = {before[p] for p in points} - {0}
            colour = colours.pop() if len(colours) == 1 else 0
            seq = self._alert(name, points, colour, look.time, seen)
            line.outstanding.append(Outstanding(seq, name, {p: before[p] for p in points}))
        return self.take()

    def turned(self, turning: Turning, look: Look) -> list[events.Event]:
        """Tell what the game has turned into."""
        match turning.kind:
            case "counting":
                self._say(events.Pause(t=look.time, state="paused", reason=events.COUNTING))
            case "resumed":
                self._say(events.Pause(t=look.time, state="resumed", reason="the board is as it was before counting"))
            case "cleared":
                self._say(events.End(t=look.time, reason="the board was cleared", result=None))
            case "added":
                seen = min(float(look.since[p]) for p in turning.points)
                self._alert("stone_added_in_counting", turning.points, 0, look.time, seen)
        return self.take()

    # What is wrong with it

    def _take_back(
        self,
        line: MainLine,
        undone: list[Entry],
        new: list[Step],
        look: Look,
        alerts: list[_Fault],
    ) -> None:
        lifted = self._lifted
        self._lifted = None
        if undone:
            entry = undone[-1]
            is_real = entry.point is not None and entry.visited and bool(look.visited[entry.point])
            is_real = is_real and entry.weight >= REAL and entry.held >= proof(look.noise, look.lasting)
            if is_real and not entry.faults and entry.point is not None and len(undone) == 1:
                lifted = (entry.colour, entry.point)
        if lifted is None:
            return
        if not new:
            if any(line.board):
                self._lifted = lifted
            return
        colour, point = lifted
        first = new[0]
        if first.colour == colour and first.point not in (point, None, -1):
            assert first.point is not None
            seen = float(look.since[first.point])
            alerts.append(_Fault("take_back", (point, first.point), colour, seen, None, {}))

    def _step_faults(
        self,
        line: MainLine,
        step: Step,
        entry: Entry,
        alerts: list[_Fault],
        silent: bool,
    ) -> None:
        assert step.point is not None
        if Phase.is_stopped(line, len(line) - 1) and not silent:
            name = "game_continued_after_two_passes"
            alerts.append(_Fault(name, (step.point,), step.colour, entry.placed, entry, {}))
            return
        for fault in step.faults:
            if silent and fault == "turn" and not self.settings.stills:
                continue
            points: tuple[int, ...] = (step.point,)
            if fault == "turn":
                before = line.entries[:-1]
                if before and before[-1].colour == step.colour:
                    name = "double_move"
                elif not before and not any(line.start):
                    name = "white_first"
                else:
                    name = "out_of_turn"
            elif fault == "suicide":
                name = "forbidden_point"
            else:
                name = "ko_retake" if fault == "ko" else "superko_repetition"
                points = (step.point, *step.captured)
            alerts.append(_Fault(name, points, step.colour, entry.placed, entry, {}))

    def _change_faults(
        self,
        line: MainLine,
        story: Story,
        before: bytes,
        look: Look,
        alerts: list[_Fault],
    ) -> None:
        for change in story.changes:
            seen = max((float(look.since[p]) for p in change.points), default=look.time)
            base = story.steps[-1].after if story.steps else before
            proper = {p: base[p] for p in change.points}
            if change.kind == "left":
                colour = change.now[0]
                step = next(s for s in story.steps if change.points[0] in s.captured)
                some = any(p not in change.points for p in step.captured)
                name = "partial_capture" if some else "missed_capture"
                placed = next(e.placed for e in reversed(line.entries) if e.point == step.point)
                assert step.point is not None
                points = (*change.points, step.point)
                alerts.append(_Fault(name, points, step.colour, max(placed, 0.0), None, proper))
            elif change.kind in _IDS:
                name = _IDS[change.kind]
                colour = change.now[1] if change.kind == "moved" else self._colour_of(change, base)
                points = change.points
                if change.kind == "wrong_capture" and line.entries:
                    last = line.entries[-1]
                    points = (*points, *(() if last.point is None else (last.point,)))
                    colour = last.colour
                alerts.append(_Fault(name, points, colour, seen, None, proper))

    def _colour_of(self, change: Change, before: bytes) -> int:
        colours = {now or before[p] for p, now in zip(change.points, change.now, strict=True)}
        return colours.pop() if len(colours) == 1 else 0

    def _resolve(self, line: MainLine, time: float) -> None:
        board = line.board
        for one in list(line.outstanding):
            if all(board[p] == c for p, c in one.proper.items()):
                line.outstanding.remove(one)
                if one.seq:
                    self._say(events.Resolved(t=time, alert=one.seq, how="put right on the board"))

    # Saying it

    def _say(self, event: events.Event) -> None:
        self.count += 1
        self._told.append(event)

    def _setup(self, line: MainLine, time: float) -> None:
        if self._setup_told:
            return
        self._setup_told = True
        black = [p for p, s in enumerate(line.start) if s == 1]
        white = [p for p, s in enumerate(line.start) if s == 2]
        turn = _player(line.first_turn) if line.first_turn else None
        self._say(events.Setup(t=time, black=self._vertices(black), white=self._vertices(white), to_move=turn))
        self._check_handicap(black, white, time)

    def _check_handicap(self, black: list[int], white: list[int], time: float) -> None:
        wanted = self.settings.handicap or 0
        if wanted < 2 or white:
            return
        try:
            proper = {p.row * self.size + p.col for p in handicap_points(self.size, wanted)}
        except ValueError:
            proper = set(black)
        if len(black) != wanted or not set(black) <= set(proper) | set(_stars(self.size)):
            wrong = sorted(set(black) ^ proper) or black
            self._alert("wrong_handicap", tuple(wrong), 1, time, time)

    def _alert(self, name: str, points: tuple[int, ...], colour: int, time: float, seen: float) -> int:
        kind = CATALOGUE[name]
        names = " ".join(Point(*divmod(p, self.size)).name(self.size) for p in points)
        who = {1: "Black", 2: "White"}.get(colour, "")
        self._say(
            events.Alert(
                t=time,
                id=name,
                points=self._vertices(points),
                colour=_player(colour) if colour else None,
                article=kind.article,
                severity=kind.severity,
                message=" ".join(kind.message.format(colour=who, points=names).split()),
                t_seen=seen,
            )
        )
        return self.count

    def _edit(self, before: bytes, after: bytes, n: int, time: float) -> None:
        """Tell stones that do not lie as the moves alone would have them."""
        by = {c: [p for p, (a, b) in enumerate(zip(before, after, strict=True)) if a != b and b == c] for c in range(3)}
        if any(by.values()):
            self._say(
                events.Edit(
                    t=time,
                    after=n,
                    black=self._vertices(by[1]),
                    white=self._vertices(by[2]),
                    empty=self._vertices(by[0]),
                    cause="seen",
                )
            )

    def _candidates(self, story: Story, stories: list[Story], i: int) -> tuple[events.Candidate, ...]:
        """Other moves that may stand at this place of the order, as they are told."""
        found = candidates_of(story, stories, i)
        share = round(1 / (1 + len(found)), 3)
        return tuple(events.Candidate(colour=_player(c), point=self._vertex(p), confidence=share) for c, p in found)

    def _vertex(self, p: int) -> str:
        return events.to_vertex(Point(*divmod(p, self.size)))

    def _vertices(self, points: Iterable[int]) -> tuple[str, ...]:
        return tuple(self._vertex(p) for p in points)


def _player(colour: int) -> events.Player:
    return events.to_player(Colour(colour))


def _stars(size: int) -> list[int]:
    return [p.row * size + p.col for p in star_points(size)]
