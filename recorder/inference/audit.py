"""Holds what is to be told, and what was told, against whole records: what they do not bear out has to wait."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from recorder.inference.auditor import NOISY, Auditor, moves_after, moves_of
from recorder.inference.hypothesis import Hypothesis, Moves, alike
from recorder.inference.look import Look
from recorder.inference.mainline import MainLine
from recorder.inference.readiness import HIDDEN_PATIENCE, QUIET
from recorder.inference.stories import Change, Fault, Kind, Story
from recorder.settings import Settings
from vision.reading import Reading

EVERY, CALM, DISPUTED = 1.0, 10.0, 3.0
"""Seconds between two audits of a record that does not fit what is seen, of one that does, and of one that does but is
not the likeliest."""
ALIKE, ALIKE_WELL_READ = 0.7, 4.5
"""Nats by which a story may be worse than another that it is told all the same; where the board is read well."""
BORNE_PATIENCE = 20.0
"""Seconds after which a story is told that no audit bears out, on a board that is read well."""
SHOWN_PATIENCE = 8.0
"""Seconds after which an audit tells what is not shown now, and where the board is read well, changes what was told."""
OPEN_PATIENCE = 12.0
"""Seconds after which the likeliest of several records is told."""
SHARE = 0.93
"""Share of the chances of all records that must have a move for an audit to tell it."""
LAIN, SURELY = 8.0, 0.97
"""Seconds for which a change that is no move must have been seen, and share of the chances of all records that must
have it."""
LIKELIER = 0.5
"""The same when nothing more will be seen."""
LEAD, HELD, UNDONE = 3.0, 1.2, 3.0
"""Nats by which another record must be better to be told; seconds that it must have been so: with new moves, with
old ones otherwise."""
LATE_LEAD, LATE_DOUBT = 0.7, 0.35
"""Nats, and share of the chances of the record as it was told, where another has been likelier for `OPEN_PATIENCE`."""


class Audit:
    """Audits one board's record.

    Parameters
    ----------
    size : int
        Number of lines.
    settings : Settings
    """

    def __init__(self, size: int, settings: Settings) -> None:
        self._auditor = Auditor(size, settings.rules, infer_passes=settings.passes == "infer")
        self._seen = self._audited = self._waiting = -math.inf
        self._since = self._misfitted = -math.inf
        self._doubted: object = None
        self._conflict: float | None = None
        self._dispute: tuple[int | None, float] = None, -math.inf
        self._taking: dict[tuple[int, int | None], tuple[float, float]] = {}

    def see(self, reading: Reading, ignored: Iterable[int], *, anew: bool) -> None:
        """Take a reading in; see `History.add`."""
        self._auditor.add(reading, ignored, anew=anew)
        self._seen = reading.time

    def has_seen(self, look: Look) -> bool:
        """Whether the reading of this look was taken in."""
        return self._seen == look.time

    def forget(self) -> None:
        """The board or the camera moved."""
        self._auditor.forget()

    def leave(self) -> None:
        """What is seen now is not followed, or was changed by others: the audit begins anew."""
        self._auditor.leave()

    def follow(self, line: MainLine) -> None:
        """Begin anew where the record was changed by others."""
        self._auditor.follow(line)

    def acknowledge(self, line: MainLine, story: Story) -> None:
        """The record was changed by a story: go on with it where it is one of those carried."""
        if any(c.kind in QUIET for c in story.changes):
            self._auditor.leave()  # what lay there at the start is known better now
        elif self._auditor.knows(moves_of(line)):
            self._auditor.acknowledge(line)

    def shares(self, line: MainLine, story: Story) -> list[float]:
        """For each move of a story the share of the chances of all records that have it at its place."""
        if not self._auditor.knows(moves_after(line, story)):
            return [1.0] * len(story.steps)
        return [self._auditor.ballot.share(i, (s.colour, s.point)) for i, s in enumerate(story.steps, story.keep)]

    def bears_out(self, line: MainLine, story: Story, look: Look) -> bool:
        """Whether all that was seen over the last minute bears a story out."""
        if story.has_hidden:
            return True
        auditor = self._auditor
        best = auditor.decode(look.time, look.noise)[0]
        moves = moves_after(line, story)
        worse = ALIKE if look.noise >= NOISY else ALIKE_WELL_READ
        if self._takes_otherwise(story, look):
            return False
        if best.moves == moves or auditor.ballot.lead(moves) > -worse:
            changed = {p: story.board[p] for c in story.changes for p in c.points}
            if all(best.lying[p] == c for p, c in changed.items()):
                return True
            if look.noise < NOISY and auditor.ballot.behind(moves, changed) < ALIKE + look.calm:
                return True  # an error of reading would be about as rare, and errors are not seen on this board
        doubted = len(line), moves
        if doubted != self._doubted:
            self._doubted, self._waiting = doubted, look.time
        return look.noise < NOISY and look.time - self._waiting >= BORNE_PATIENCE

    def finding(self, line: MainLine, look: Look, *, fits: bool) -> tuple[Story, float] | None:
        """How the record is to be put right, and by how many nats that is better than all else; None for no change.

        `fits` says that the record agrees with what is seen now.
        """
        auditor = self._auditor
        if not fits:
            if look.time - self._misfitted >= EVERY:
                self._since = look.time
            self._misfitted = look.time
        # What has only just come is told by its story, or not yet.
        since = self._audited if fits else max(self._audited, self._since)
        calm = DISPUTED if look.noise >= NOISY and self._dispute[0] is not None else CALM
        if look.time - since < (calm if fits else EVERY) and not auditor.is_full:
            return None
        self._audited = look.time
        auditor.decode(look.time, look.noise)
        have = moves_of(line)
        is_late = self._is_disputed_for_long(have, look)
        lead = LATE_LEAD if is_late else LEAD
        # Where it is open whether the order was another, that does not hold up what is not.
        best = auditor.ballot.nearest(have, lead)
        keep = alike(best.moves, have)
        if keep == len(have):
            self._conflict = None
        elif not self._is_past_doubt(have, look, LATE_DOUBT if is_late else 1 - SHARE):
            # What was told may be right, and the game goes on meanwhile.
            other = auditor.ballot.going_on(have)
            if other is None or look.noise < NOISY:
                return None
            best, keep = other, len(have)
        agreed = auditor.ballot.agreed(best, keep, SHARE)
        count = self._lasting(best, keep, agreed, set(have[keep:]), look)
        if best.moves[:count] == have or -auditor.ballot.lead(have) < lead:
            return None
        story = auditor.story(line, best, count)
        if story.keep < line.settled or moves_after(line, story) == have or self._takes_otherwise(story, look):
            return None
        return story, auditor.ballot.lead(best.moves)

    def other_stones(self, line: MainLine, look: Look) -> Story | None:
        """Stones that came, went or moved on a badly read board, by all likely records; None where there are none.

        Whether that is an irregularity is known much later than that it is so.
        """
        if look.noise < NOISY or self._auditor.decoded_at != look.time:
            return None
        best, have = self._auditor.decode(look.time, look.noise)[0], moves_of(line)
        if best.moves[: len(have)] != have:
            return None
        board = line.board
        played = {q for p in best.plays[len(have) :] for q in (p.point, *p.captured)}
        differ = [p for p, (here, there) in enumerate(zip(board, best.lying, strict=True)) if here != there]
        points = [p for p in differ if p in best.proper and p not in played]
        # What moves took depends on what lay there: it may have been told before that was known.
        retaken = tuple(p for p in differ if p not in best.proper and best.board[p] == best.lying[p] and not played)
        gone = [p for p in points if board[p] and not best.lying[p]]
        come = [p for p in points if best.lying[p] and not board[p]]
        moved = [(p, q) for p in gone for q in come if board[p] == best.lying[q]]
        kind: Kind = "moved"
        changed: tuple[int, ...]
        if moved:
            changed = moved[0]
        elif points:
            p = points[0]
            changed, kind = (p,), "extra" if p in come else "vanished" if p in gone else "changed"
        elif retaken:
            changed, kind = retaken, "recovered"
        else:
            return None
        for p in changed:
            if (
                look.shown[p] != best.lying[p]
                or look.held[p] < LAIN
                or self._auditor.ballot.lies(p, best.lying[p]) < SURELY
            ):
                return None
        change = Change(kind, changed, tuple(best.lying[p] for p in changed))
        real = bytearray(board)
        for p, c in zip(change.points, change.now, strict=True):
            real[p] = c
        return Story(len(line), (), (change,), (), best.cost, bytes(real))

    def share_lying_wrongly(self, lying: Mapping[int, int]) -> float:
        """Share of the chances of all records that have these contents lie where they should not."""
        return self._auditor.ballot.lies_wrongly(lying)

    def share_with_fault(self, line: MainLine, index: int, fault: Fault) -> float:
        """Share of the chances of all records in which a move of the main line breaks a rule."""
        return self._auditor.ballot.breaks(index, moves_of(line)[index], fault)

    def last(self, line: MainLine, look: Look) -> Story | None:
        """How the record is to be put right when no more will be seen, on a board that is read badly."""
        if look.noise < NOISY:
            return None
        auditor = self._auditor
        if not auditor.decode(look.time, look.noise):
            return None  # nothing was seen since the record was taken up
        have = moves_of(line)
        best = auditor.ballot.nearest(have, LATE_LEAD)
        if auditor.ballot.standing(have) > LATE_DOUBT:
            best = auditor.ballot.going_on(have) or best
        story = auditor.story(line, best, auditor.ballot.agreed(best, alike(best.moves, have), LIKELIER))
        return None if story.keep < line.settled or moves_after(line, story) == have else story

    def _takes_otherwise(self, story: Story, look: Look) -> bool:
        """Whether moves take other stones than in the likeliest record, as stones lie otherwise than was told.

        That is told first, where it is known soon.
        """
        if look.noise < NOISY:
            return False
        plays = self._auditor.ballot.records[0].plays
        pairs = zip(story.steps, plays[story.keep :], strict=False)
        taken = next((s for s, p in pairs if s.captured != p.captured and (s.colour, s.point) == p[:2]), None)
        if taken is None:
            return False
        # Stories are asked about in turn: each move is waited for by itself.
        move = taken.colour, taken.point
        since, last = self._taking.get(move, (look.time, look.time))
        if look.time - last > CALM:
            since = look.time
        self._taking[move] = since, look.time
        return look.time - since < OPEN_PATIENCE

    def _is_disputed_for_long(self, have: Moves, look: Look) -> bool:
        """Whether the likeliest record has had another move than one that was told for long.

        Moves told later do not matter, nor does it that an earlier one comes into doubt too.
        """
        at = alike(self._auditor.ballot.records[0].moves, have)
        if at == len(have):
            self._dispute = None, look.time
            return False
        if self._dispute[0] is None or at > self._dispute[0]:
            self._dispute = at, look.time
        else:
            self._dispute = at, self._dispute[1]
        return look.time - self._dispute[1] >= OPEN_PATIENCE

    def _is_past_doubt(self, have: Moves, look: Look, doubt: float) -> bool:
        """Whether the record as it was told is wrong, as it has seemed for long enough."""
        if self._auditor.ballot.standing(have) > doubt:
            self._conflict = None
            return False
        if self._conflict is None:
            self._conflict = look.time
        patience = UNDONE if look.noise >= NOISY else SHOWN_PATIENCE
        return look.time - self._conflict >= patience

    def _lasting(self, best: Hypothesis, keep: int, agreed: int, told: set[tuple[int, int | None]], look: Look) -> int:
        """How many moves of a record may be told: nothing else explains them as well, for long enough."""
        held = UNDONE if told else HELD
        taken = {q for p in best.plays[keep:] for q in p.captured}
        for i, play in enumerate(best.plays[keep:], keep):
            if (play.colour, play.point) in told:
                continue
            age = look.time - self._auditor.since(play.epoch)
            is_shown = play.point is None or look.shown[play.point] == play.colour or play.point in taken
            lies = any(best.lying[q] and not best.board[q] for q in play.captured)
            # Before a move out of turn another one may lie under a hand.
            hidden = "turn" in play.faults and age < HIDDEN_PATIENCE and bool(look.unseen.any())
            if hidden or age < held or (i >= agreed and age < OPEN_PATIENCE):
                return i
            # Where readings are good, what is left lying of a capture is told as that.
            if (lies and look.noise < NOISY) or (age < SHOWN_PATIENCE and (lies or not is_shown)):
                return i
        return len(best.plays)
