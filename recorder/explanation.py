"""Why the record says what it says: what was seen at a time, and which stories were weighed, in words."""

from __future__ import annotations

from recorder import events
from recorder.doubtful import is_doubtful, points_of
from recorder.inference.trace import SeenPoint, Trace, WeighedStory
from recorder.log import LogError, LogReader
from recorder.phrases import SURE, gtp_name
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
        self._traces = [(trace.seq, Trace.decode(trace.line)) for trace in numbered]

    def doubtful(self) -> list[events.Event]:
        """What a person should look at, in order."""
        return [event for event in self._told if is_doubtful(event)]

    def overview(self) -> list[str]:
        """A line for each thing a person should look at."""
        found = [self.line(event) for event in self.doubtful()]
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
        return [*around, *self._trace(earlier[-1] if earlier else None)]

    # In words

    def line(self, event: events.Event) -> str:
        """One event as a line: its time and what it says."""
        minutes, seconds = divmod(event.t, 60)
        return f"{int(minutes):3d}:{seconds:04.1f}  {said(event, self._size, self._texts)}"

    def _trace(self, trace: Trace | None) -> list[str]:
        if trace is None:
            return [self._texts("explain.no_trace")]
        minutes, seconds = divmod(trace.t, 60)
        lines = [self._texts("explain.weighed", time=f"{int(minutes)}:{seconds:04.1f}", n=trace.after)]
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
            point=gtp_name(point.point, self._size), believed=point.believed, shown=point.shown,
            held=f"{point.held:.1f}", clear=f"{point.clear:.1f}", weight=f"{min(point.weight, 1.0):.0%}", hand=hand,
        )  # fmt: skip

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
        return "; ".join(parts) or self._texts("explain.nothing_happened")


def said(event: events.Event, size: int, texts: Texts) -> str:
    """What an event says, in words."""
    match event:
        case events.Move() | events.Pass():
            where = gtp_name(event.point, size) if isinstance(event, events.Move) else texts("explain.pass")
            text = texts("explain.move", n=event.n, player=player_name(event.colour, texts), point=where)
            if event.confidence < SURE or (isinstance(event, events.Move) and event.candidates):
                text += texts("explain.unsure", chance=f"{event.confidence:.0%}")
            if isinstance(event, events.Move) and event.candidates:
                others = (f"{player_name(c.colour, texts)} {gtp_name(c.point, size)}" for c in event.candidates)
                text += texts("explain.or", others=", ".join(others))
            return text
        case events.Alert():
            return alert_message(event, size, texts)
        case events.Edit():
            names = " ".join(gtp_name(p, size) for p in points_of(event))
            return texts("explain.edit", n=event.after, points=names)
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
