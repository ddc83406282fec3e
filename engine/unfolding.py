"""Looks at the board one after the other, each explained from what stood before.

A move is complete when the hand leaves the stone and the captured stones are off (Chinese rules 2002, articles
17.3 and 22.6), so that unsettled looks only add to what the next settled one says.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.arrangement import Arrangement
from engine.picture import Picture
from engine.point import Move, Point
from engine.retracing import by_way_of, played_instead, take_back
from engine.situation import Evidence, Observation, Situation
from engine.step import Step
from engine.story import Story, captured_in
from engine.telling import Mark, Telling
from engine.weighing import gathered, named, weighed, with_notes

NEAR = 0.01
"""Weights that differ by no more are equally good stories."""

SLACK = 2
"""How much less likely a story may be to be kept for the looks to come."""

WIDTH = 4
"""Stories kept."""


def unfold(situation: Situation, observed: Sequence[Observation]) -> list[Unfolding]:
    """The stories that fit all looks equally well, legal ones first; at least one."""
    stories = [Unfolding(situation)]
    for look in observed:
        ways = [way for story in stories for way in story.follow(look)]
        ways.sort(key=lambda way: way.weight)
        stories = [way for way in ways if way.weight <= ways[0].weight + SLACK][:WIDTH]
    told: dict[tuple[object, ...], Unfolding] = {}
    for story in stories:
        if story.weight <= stories[0].weight + NEAR:
            told.setdefault(story.told, story)
    # All captured stones left lying is told before a capture and an answer on the same point.
    return sorted(told.values(), key=lambda way: (round(way.weight, 3), bool(way.faults)))


class Unfolding(Telling):
    """A telling that takes in one look after the other."""

    def follow(self, observation: Observation) -> list[Unfolding]:
        """Take in one more look: every way to go on from here."""
        if not observation.settled:
            self._notes.append(observation)
            return [self]
        self._declared(observation.evidence.pass_declared_by)
        target = observation.arrangement
        self._clear_dead(target)
        if Picture(target).shows(self.position):
            if observation.evidence != Evidence():
                self._notes.append(observation)
            return [self._settled()]
        whole = self.situation.evidence if not self._started else Evidence()
        evidence = gathered(whole, [note.evidence for note in self._notes] + [observation.evidence])
        ways = []
        for story in self._candidates(target, evidence):
            way = self.copy()
            way._go_on(story, evidence)
            ways.append(way._settled())
        back = self.copy()
        if back._lifted_again(target):
            back.weight += 1
            ways.append(back._settled())
        return ways

    def _settled(self) -> Unfolding:
        passed = self._passed
        if passed is not None and passed == self.position.turn and self.moves and not self.faults:
            self._declared(passed)
        return self

    # Steps

    def _candidates(self, target: Arrangement, evidence: Evidence) -> list[Story]:
        """The likeliest stories of one step."""
        step = Step(self.history, self.situation.rules, target, self.last, self._restorable)
        stories = [named(story, evidence, self.position.turn) for story in step.stories()]
        stories += [each for each in (self._taken_back(target), self._through_notes(target)) if each]
        stories = weighed(stories, evidence)
        return [story for story in stories if story.weight <= stories[0].weight + SLACK][:WIDTH]

    def _go_on(self, story: Story, evidence: Evidence) -> None:
        mark = Mark(len(self.history.moves), len(self.moves), len(self.faults), self.last, self._restorable)
        self.weight += story.weight
        if story.irregularity is None and self._lifted is not None:
            story = self._set_elsewhere(story)
        self._take(with_notes(story, self.position, evidence, self._notes))
        self._marks.append(mark)
        self._notes = []
        self._started = True

    def _take(self, story: Story) -> None:
        """Make a story part of the game."""
        before = self.position
        if self._fell_before(story):
            return
        if story.irregularity is None:
            self._answer(story)
        for move in story.moves:
            position = self.history.position
            after = position.play(move, self.situation.rules.suicide)
            taken = position.captured_by(move)
            self._captured += taken
            self._restorable = frozenset(p.row * before.size + p.col for p in taken)
            self.history.push(move, after)
            self.last = move
        self.moves += story.moves
        if story.orders and len(story.moves) == len(self.moves):
            self.orders = story.orders
        elif story.moves and self.orders and len(story.moves) != len(self.moves):
            self.orders = ()
        if story.irregularity is not None:
            self.faults.append(story)
            if story.left != self.position:
                self.history.push(None, story.left)
            self._dead = story.dead
            if "second" in story.points and story.colour is not None:
                self.last = Move(story.colour, story.points["second"][0])
            elif "to" in story.points and story.irregularity == "take_back" and story.colour is not None:
                self.last = Move(story.colour, story.points["to"][0])
        self._lifted = None

    def _fell_before(self, story: Story) -> bool:
        """A stone that had slipped is set elsewhere: no take-back (article 17.3)."""
        fault = self.faults[-1] if self.faults else None
        if fault is None or fault.irregularity != "dropped_stone" or "to" in fault.points or not self.moves:
            return False
        if story.irregularity != "take_back" or story.points["from"] != fault.points["from"]:
            return False
        goal = story.points["to"]
        self.faults[-1] = replace(fault, points={"from": fault.points["from"], "to": goal})
        self.moves[-1] = Move(self.moves[-1].colour, goal[0])
        self.last = self.moves[-1]
        self.history.push(None, story.left)
        return True

    def _answer(self, story: Story) -> None:
        """A legal move by the opponent ends the time for a claim (article 16.3)."""
        if not self.faults or not story.moves:
            return
        fault = self.faults[-1]
        first = story.moves[0]
        if fault.late or fault.colour is None or first.colour == fault.colour or first.point is None:
            return
        self.faults[-1] = replace(fault, late=True, points=dict(fault.points) | {"reply": (first.point,)})

    # Stones lifted, set again, set elsewhere

    def _lifted_again(self, target: Arrangement) -> bool:
        """Go back to an earlier state where the board looks like it again."""
        for number in range(len(self._marks) - 1, -1, -1):
            mark = self._marks[number]
            earlier = self.history.positions[mark.depth]
            if not Picture(target).shows(earlier):
                continue
            withdrawn = self.moves[mark.moves :]
            faults = self.faults[mark.faults :]
            stood = self.history.positions[mark.depth + 1]
            while len(self.history.moves) > mark.depth:
                self.history.pop()
            self.last, self._restorable, self._dead = mark.last, mark.restorable, frozenset()
            self._marks = self._marks[:number]
            if not faults and len(withdrawn) == 1:
                self._lifted = (withdrawn[0], stood)
            del self.moves[mark.moves :]
            self._captured = []
            return True
        return False

    def _set_elsewhere(self, story: Story) -> Story:
        """The stone that was lifted comes to another point: a take-back (article 17.3)."""
        assert self._lifted is not None
        move, stood = self._lifted
        if len(story.moves) != 1 or story.moves[0].colour != move.colour or story.moves[0] == move:
            return story
        return take_back(move, story.moves[0], stood, story.left)

    def _taken_back(self, target: Arrangement) -> Story | None:
        """The last move undone and another one made in its stead, captures included."""
        mark = self._marks[-1] if self._marks else None
        if mark is None or mark.faults != len(self.faults) or len(self.moves) - mark.moves != 1:
            return None
        return played_instead(self.history, self.situation.rules, target, mark.last, mark.restorable)

    def _through_notes(self, target: Arrangement) -> Story | None:
        """Legal moves by way of an unsettled look that lies between."""
        for note in self._notes:
            if not Picture(note.arrangement).shows(self.position):
                story = by_way_of(note.arrangement, self.history, self.situation.rules, target, self.last)
                if story is not None:
                    return story
        return None

    def _clear_dead(self, target: Arrangement) -> None:
        """Stones that ought to be off leave late: no new irregularity."""
        size = self.position.size
        gone = [i for i in self._dead if target.stones[i] == 0]
        if not gone:
            return
        cleared = self.position.set_up(empty=[Point(*divmod(i, size)) for i in gone])
        self.history.push(None, cleared)
        self._dead -= frozenset(gone)
        fault = self.faults[-1] if self.faults else None
        if fault is None or self._dead or fault.late or fault.proper is None:
            return
        if fault.irregularity in ("missed_capture", "partial_capture") and fault.colour is not None:
            self._captured += [Point(*divmod(i, size)) for i in fault.dead]
            self.faults.pop()
            pressed = self.situation.evidence.pressed.union(*(note.evidence.pressed for note in self._notes))
            if fault.colour in pressed:
                roles = captured_in(fault)
                name = "clock_before_capture_complete"
                self.faults.append(replace(fault, irregularity=name, points=roles, dead=frozenset()))
