"""Why the record says what it says: what was seen at a time, and which stories were weighed, in words."""

from __future__ import annotations

import math

from recorder import events
from recorder.fault_wording import BETWEEN
from recorder.inference.trace import SeenPoint, Trace, WeighedStory
from recorder.log import LogError, LogReader
from recorder.moments import Moment, Moments
from recorder.phrases import SURE, gtp_name
from recorder.projection import Projection
from recorder.publish.saying import alert_message, player_name
from recorder.web.languages import Texts
from recorder.wording import event_text, reason_text

NEAR = 3.0
"""Seconds round a time within which something told belongs to it."""


class Explanation:
    """Explains one game of a log.

    Parameters
    ----------
    log : LogReader
    game : str or None
        Identity of the game; the last one without it.
    texts : Texts

    Raises
    ------
    LogError
        Where the log holds no such game, or no board.
    """

    def __init__(self, log: LogReader, game: str | None, texts: Texts) -> None:
        games = [g.game for g in log.games()]
        if game is not None and game not in games:
            raise LogError(f"the log {log.path} holds no game {game!r}; it holds: {', '.join(games) or 'none'}")
        if not games:
            raise LogError(f"the log {log.path} holds no game")
        self._told = log.events(game or games[-1])
        self._texts = texts
        self._size = next((e.size for e in self._told if isinstance(e, events.Board)), 0)
        if not self._size:
            raise LogError(f"the log {log.path} holds no board: there is nothing to explain")
        numbered = log.traces(self._told[0].seq, self._told[-1].seq)
        decoded = ((trace.seq, _decoded(trace.line)) for trace in numbered)
        self._traces = [(seq, trace) for seq, trace in decoded if trace is not None]

    def overview(self) -> list[str]:
        """Some lines for each moment that a person should look at."""
        found = [line for moment in Moments(self._told).found() for line in moment_lines(moment, self._texts)]
        return found or [self._texts("explain.nothing")]

    def of_move(self, n: int) -> list[str]:
        """Why move `n` was told as it stands now; raises ValueError where the game has none of that number."""
        moves = [e for e in self._told if isinstance(e, events.Move | events.Pass) and e.n == n]
        if not moves:
            raise ValueError(f"the game has no move {n}")
        move = moves[-1]
        trace = next((t for seq, t in self._traces if seq >= move.seq and t.told and t.t <= move.t + 0.01), None)
        return [self.line(move), *self._trace(trace)]

    def at(self, time: float) -> list[str]:
        """What was seen at a source time in seconds, and what was told round it."""
        around = [self.line(event) for event in self._told if abs(event.t - time) <= NEAR]
        earlier = [t for _, t in self._traces if t.t <= time + 0.05]
        if self._traces and not earlier:
            return [*self._standing(time), *around, self._texts("explain.nothing_yet")]
        return [*self._standing(time), *around, *self._trace(earlier[-1] if earlier else None)]

    def _standing(self, time: float) -> list[str]:
        """Where the game stood at a source time."""
        state = Projection("")
        for event in self._told:
            if event.t <= time + 0.05:
                state.take(event)
        game, texts = state.state, self._texts
        if game.size is None:
            lines = [texts("explain.no_board", time=clock(time))]
        else:
            lines = [texts("explain.moment", time=clock(time), n=game.count)]
            if game.view.state in ("lost", "poor"):
                reason = reason_text(game.view.reason, texts.language)
                lines.append(
                    texts("explain.since", time=clock(game.view.since), what=texts("explain.view", reason=reason))
                )
            if game.paused:
                lines.append(texts("explain.paused"))
        if time > self._told[-1].t:
            lines.append(texts("explain.recorded_until", time=clock(self._told[-1].t)))
        return lines

    # In words

    def line(self, event: events.Event) -> str:
        """One event as a line: its time and what it says."""
        return f"{clock(event.t):>8}  {said(event, self._size, self._texts)}"

    def _trace(self, trace: Trace | None) -> list[str]:
        if trace is None:
            return [self._texts("explain.no_trace")]
        lines = [self._texts("explain.weighed", time=clock(trace.t), n=trace.after)]
        if trace.covered:
            lines.append(self._texts("explain.covered", count=trace.covered))
        lines += [self._point(point) for point in trace.seen]
        for number, story in enumerate(trace.stories, 1):
            mark = "->" if number == trace.told else "  "
            lines.append(f"{mark} {number}. {self._story(story, trace.after)} ({story.cost:.1f})")
        if not trace.told:
            lines.append(self._texts("explain.waited"))
        return lines

    def _point(self, point: SeenPoint) -> str:
        hand = self._texts("explain.hand") if point.visited else self._texts("explain.no_hand")
        return "   " + self._texts(
            "explain.point",
            point=gtp_name(point.point, self._size),
            believed=self._content(point.believed), shown=self._content(point.shown),
            held=f"{point.held:.1f}", clear=f"{point.clear:.1f}", weight=f"{min(point.weight, 1.0):.0%}", hand=hand,
        )  # fmt: skip

    def _content(self, sign: str) -> str:
        return self._texts("explain.stone_" + {".": "none", "?": "unclear"}.get(sign, sign))

    def _story(self, story: WeighedStory, after: int) -> str:
        parts = []
        if story.keep < after:
            parts.append(self._texts("explain.withdrawn", n=story.keep + 1))
        for move in story.moves:
            where, *faults = move.split()
            name = where[1:] if where[1:] in ("pass", "hidden") else gtp_name(where[1:], self._size)
            player = player_name(where[0], self._texts) if where[0] in "BW" else "?"
            wrong = "".join(f" [{self._texts.coded('fault', fault)}]" for fault in faults)
            parts.append(f"{player} {self._texts.coded('explain', name)}{wrong}")
        for change in story.changes:
            kind, *points = change.split()
            names = " ".join(gtp_name(p, self._size) for p in points)
            parts.append(f"{self._texts.coded('change', kind)} {names}")
        if story.misread:
            names = " ".join(gtp_name(p, self._size) for p in story.misread)
            parts.append(self._texts("explain.misread", points=names))
        return BETWEEN.get(self._texts.language, "; ").join(parts) or self._texts("explain.nothing_happened")


def _decoded(line: str) -> Trace | None:
    """What was weighed; None where it is damaged: of the rest it can still be told."""
    try:
        return Trace.decode(line)
    except ValueError:
        return None


def moment_of(text: str) -> float:
    """Source time in seconds as people write it: `62.5`, `1:02.5`, `0:01:02.5`; raises ValueError for anything else."""
    parts = text.strip().replace("：", ":").split(":")
    try:
        if len(parts) > 3 or not all(part.isdecimal() and part.isascii() for part in parts[:-1]):
            raise ValueError
        time = float(parts[-1])
        for place, part in enumerate(reversed(parts[:-1])):
            time += int(part) * (60.0, 3600.0)[place]
    except ValueError:
        time = math.nan
    if not (math.isfinite(time) and time >= 0) or parts[-1].strip().startswith("-"):
        raise ValueError(f"a moment is written as seconds or minutes:seconds, 62.5 or 1:02.5, got {text!r}")
    return time


def clock(time: float) -> str:
    """Source time in seconds as people read it: `1:02.5`, `1:01:02.5`."""
    minutes, tenths = divmod(round(time * 10), 600)
    hours = f"{minutes // 60}:{minutes % 60:02d}" if minutes >= 60 else f"{minutes}"
    return f"{hours}:{tenths // 10:02d}.{tenths % 10}"


def moment_lines(moment: Moment, texts: Texts) -> list[str]:
    """What was told at a moment, and below it what became of it."""
    size = moment.size
    lines = [said(event, size, texts) for event in moment.told]
    if moment.withdrawn:
        lines.append(texts("explain.gone", moves=", ".join(_turn(turn, size, texts) for turn in moment.withdrawn)))
    # What became of several of them in one way is said once.
    lines += dict.fromkeys(f"-> {clock(event.t)} {said(event, size, texts)}" for event in moment.aftermath)
    if moment.open:
        lines.append(f"-> {texts('explain.open')}")
    return [f"{clock(moment.t):>8}  {lines[0]}", *(" " * 10 + line for line in lines[1:])]


def _turn(event: events.Move | events.Pass, size: int, texts: Texts) -> str:
    where = gtp_name(event.point, size) if isinstance(event, events.Move) else texts("explain.pass")
    return texts("explain.move", n=event.n, player=player_name(event.colour, texts), point=where)


def said(event: events.Event, size: int, texts: Texts) -> str:
    """What an event says, in words."""
    match event:
        case events.Move() | events.Pass():
            text = _turn(event, size, texts)
            if event.confidence < SURE or (isinstance(event, events.Move) and event.candidates):
                text += texts("explain.unsure", chance=f"{event.confidence:.0%}")
            if isinstance(event, events.Move) and event.candidates:
                others = (f"{player_name(c.colour, texts)} {gtp_name(c.point, size)}" for c in event.candidates)
                text += texts("explain.or", others=", ".join(others))
            return text
        case events.Alert():
            message = alert_message(event, size, texts)
            return message[:1].upper() + message[1:]
        case events.Edit():
            groups = (("laid_B", event.black), ("laid_W", event.white), ("emptied", event.empty))
            parts = [
                texts("explain." + key, points=" ".join(gtp_name(p, size) for p in points))
                for key, points in groups
                if points
            ]
            return texts("explain.edit", n=event.after, points=BETWEEN.get(texts.language, "; ").join(parts))
        case events.Correction():
            return texts("explain.correction", n=event.n, reason=reason_text(event.reason, texts.language))
        case events.View():
            reason = reason_text(event.reason, texts.language)
            return texts("explain.view", reason=reason) if event.reason else texts("explain.seen_again")
        case events.Board():
            return texts("explain.board", size=event.size)
        case events.Resolved():
            return texts("explain.resolved", how=reason_text(event.how, texts.language))
        case events.Setup():
            return texts("explain.setup", count=len(event.black) + len(event.white))
    return event_text(event, size, texts.language)
