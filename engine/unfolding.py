"""Looks at the board one after the other, each explained from what stood before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace

from engine.arrangement import Arrangement
from engine.catalogue import irregularity
from engine.point import Colour, Move, Point
from engine.position import Position
from engine.situation import Evidence, Observation, Situation
from engine.stories import Step, Story

NEAR = 0.01
"""Weights that differ by no more are equally good stories."""

MISMATCH = 4
"""What a story weighs more where the clock was pressed by others than those who set stones in it."""

SLACK = 2
"""How much less likely a story may be to be kept for the looks to come."""

WIDTH = 4
"""Stories kept."""

_AGAIN = ("double_move", "out_of_turn", "white_first")


@dataclass(frozen=True, slots=True)
class _Mark:
    """A state to come back to when stones are lifted again."""

    depth: int
    moves: int
    faults: int
    last: Move | None
    restorable: frozenset[int]


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


class Unfolding:
    """What the looks so far amount to, told as one story.

    Attributes
    ----------
    moves : list of Move
        The legal moves, in order.
    orders : tuple of tuple of Move
        All their orders, where one step left it open.
    faults : list of Story
        The irregularities, in order.
    weight : float
        The smaller, the likelier.
    """

    def __init__(self, situation: Situation) -> None:
        self.situation = situation
        self.history = situation.history()
        self.last = situation.last_move
        self.moves: list[Move] = []
        self.orders: tuple[tuple[Move, ...], ...] = ()
        self.faults: list[Story] = []
        self.weight = 0.0
        self._captured: list[Point] = []
        self._restorable: frozenset[int] = frozenset()
        self._dead: frozenset[int] = frozenset()
        self._notes: list[Observation] = []
        self._marks: list[_Mark] = []
        self._lifted: tuple[Move, Position] | None = None
        self._started = False
        self._passed = situation.evidence.pass_declared_by
        self._declared(self._passed)

    def copy(self) -> Unfolding:
        """Another one that may be continued on its own."""
        other = copy(self)
        other.history = self.history.copy()
        for name in ("moves", "faults", "_captured", "_notes", "_marks"):
            setattr(other, name, list(getattr(self, name)))
        return other

    @property
    def position(self) -> Position:
        """The board as it stands."""
        return self.history.position

    @property
    def fault(self) -> Story | None:
        """The first grave irregularity, else the first notice."""
        grave = [s for s in self.faults if s.irregularity and irregularity(s.irregularity).severity != "info"]
        return next(iter(grave or self.faults), None)

    @property
    def points(self) -> Mapping[str, tuple[Point, ...]]:
        """The points of the legal moves and what they took."""
        points = tuple(move.point for move in self.moves if move.point)
        roles = {"move" if len(points) == 1 else "moves": points} if points else {}
        captured = tuple(sorted(set(self._captured)))
        return roles | ({"captured": captured} if captured else {})

    @property
    def told(self) -> tuple[object, ...]:
        """What tells two stories apart."""
        faults = [(s.irregularity, tuple(sorted(s.points.items()))) for s in self.faults]
        return tuple(self.moves), tuple(faults), self.position.stones

    def follow(self, observation: Observation) -> list[Unfolding]:
        """Take in one more look: every way to go on from here."""
        if not observation.settled:
            self._notes.append(observation)
            return [self]
        self._declared(observation.evidence.pass_declared_by)
        target = observation.arrangement
        self._clear_dead(target)
        if self._shows(self.position, target):
            if observation.evidence != Evidence():
                self._notes.append(observation)
            return [self._settled()]
        evidence = self._evidence(observation)
        ways = []
        for story in self._candidates(target, evidence):
            way = self.copy()
            way._go_on(story, evidence, observation)
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
        stories = [self._renamed(story, evidence) for story in step.stories()]
        stories += [each for each in (self._taken_back(target), self._through_notes(target)) if each]
        stories = self._with_presses(stories, evidence)
        return [story for story in stories if story.weight <= stories[0].weight + SLACK][:WIDTH]

    def _go_on(self, story: Story, evidence: Evidence, observation: Observation) -> None:
        mark = _Mark(len(self.history.moves), len(self.moves), len(self.faults), self.last, self._restorable)
        self.weight += story.weight
        if story.irregularity is None and self._lifted is not None:
            story = self._set_elsewhere(story)
        self._take(self._with_notes(story, evidence, observation))
        self._marks.append(mark)
        self._notes = []
        self._started = True

    def _take(self, story: Story) -> None:
        """Make a story part of the game."""
        before = self.position
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

    def _answer(self, story: Story) -> None:
        """A legal move by the opponent ends the time for a claim (article 16.3)."""
        if not self.faults or not story.moves:
            return
        fault = self.faults[-1]
        first = story.moves[0]
        if fault.late or fault.colour is None or first.colour == fault.colour or first.point is None:
            return
        self.faults[-1] = replace(fault, late=True, points=dict(fault.points) | {"reply": (first.point,)})

    def _declared(self, colour: Colour | None) -> None:
        """Record a declared pass by the player to move (article 2.5)."""
        if colour is None or colour != self.position.turn:
            return
        move = Move(colour, None)
        self.history.push(move, self.position.passed(colour))
        self.moves.append(move)
        self.last = move
        self._passed = None

    # Stones lifted, set again, set elsewhere

    def _lifted_again(self, target: Arrangement) -> bool:
        """Go back to an earlier state where the board looks like it again."""
        for number in range(len(self._marks) - 1, -1, -1):
            mark = self._marks[number]
            earlier = self.history.positions[mark.depth]
            if not self._shows(earlier, target):
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
        return self._take_back(move, story.moves[0], stood, story.left)

    def _taken_back(self, target: Arrangement) -> Story | None:
        """The last move undone and another one made in its stead, captures included."""
        if not self._marks or self._marks[-1].faults != len(self.faults):
            return None
        mark = self._marks[-1]
        if len(self.moves) - mark.moves != 1 or self.moves[-1].point is None:
            return None
        stood = self.position
        move = self.history.pop()
        assert move is not None
        step = Step(self.history, self.situation.rules, target, mark.last, mark.restorable)
        again = step.stories()[0]
        self.history.push(move, stood)
        if again.irregularity is not None or len(again.moves) != 1 or again.moves[0] == move:
            return None
        story = self._take_back(move, again.moves[0], stood, again.left)
        return replace(story, moves=())

    @staticmethod
    def _take_back(move: Move, other: Move, stood: Position, left: Position) -> Story:
        assert move.point is not None
        assert other.point is not None
        roles = {"from": (move.point,), "to": (other.point,)}
        return Story("take_back", (move,), roles, 3, left, move.colour, stood)

    def _through_notes(self, target: Arrangement) -> Story | None:
        """Legal moves by way of an unsettled look that lies between."""
        for note in self._notes:
            if self._shows(self.position, note.arrangement):
                continue
            first = Step(self.history, self.situation.rules, note.arrangement, self.last).stories()[0]
            if first.irregularity is not None:
                continue
            depth = len(self.history.moves)
            for move in first.moves:
                self.history.push(move, self.position.play(move, self.situation.rules.suicide))
            second = Step(self.history, self.situation.rules, target, first.moves[-1]).stories()[0]
            while len(self.history.moves) > depth:
                self.history.pop()
            if second.irregularity is None:
                moves = first.moves + second.moves
                roles = {"moves": tuple(move.point for move in moves if move.point)}
                return Story(None, moves, roles, len(moves), second.left)
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
            pressed = self.situation.evidence.pressed | self._pressed_in_notes()
            if fault.colour in pressed:
                roles = self._capture_roles(fault)
                name = "clock_before_capture_complete"
                self.faults.append(replace(fault, irregularity=name, points=roles, dead=frozenset()))

    @staticmethod
    def _capture_roles(fault: Story) -> dict[str, tuple[Point, ...]]:
        due = [fault.points.get(role, ()) for role in ("should_remove", "removed", "remaining")]
        return {"move": fault.points["move"], "captured": tuple(sorted(p for each in due for p in each))}

    # Evidence

    def _evidence(self, observation: Observation) -> Evidence:
        """What is known of the time since the last settled look."""
        looks = [note.evidence for note in self._notes] + [observation.evidence]
        whole = self.situation.evidence if not self._started else Evidence()
        presses = whole.presses or tuple(colour for look in looks for colour in look.presses)
        last, hand, motion = whole.last_press, whole.hand, whole.stone_motion
        for look in looks:
            last = look.last_press or last
            hand = look.hand or hand
            motion = look.stone_motion or motion
        return Evidence(None, presses, last, hand, motion)

    def _pressed_in_notes(self) -> frozenset[Colour]:
        return frozenset(colour for note in self._notes for colour in note.evidence.pressed)

    def _renamed(self, story: Story, evidence: Evidence) -> Story:
        """Hands, clocks and falling stones name what the position alone cannot."""
        turn = self.position.turn
        if story.irregularity in _AGAIN and not story.moves and story.colour == turn.other:
            point = story.points.get("second") or story.points["move"]
            if evidence.hand == turn:
                return replace(
                    story, irregularity="wrong_colour_stone", points={"move": point}, colour=turn, proper=None
                )
            passed = turn in evidence.presses[:1] or (evidence.last_press == turn and not evidence.presses)
            if passed and story.irregularity != "white_first":
                return replace(story, irregularity="pass_or_double_move", points={"move": point}, proper=None)
        if story.irregularity == "moved_stone" and evidence.stone_motion and not evidence.fell:
            return replace(story, weight=story.weight - 1)
        if story.irregularity == "stone_colour_changed" and evidence.hand is not None:
            return replace(story, irregularity="occupied_point")
        return story

    def _with_presses(self, stories: list[Story], evidence: Evidence) -> list[Story]:
        """Weigh stories by who pressed the clock: each player presses once for each stone he sets."""

        def weight(story: Story) -> float:
            if story.irregularity == "pass_or_double_move":
                return story.weight
            if evidence.presses:
                return story.weight + (-1 if evidence.presses == story.actors else MISMATCH)
            if evidence.last_press is not None:
                fits = evidence.last_press in story.actors[-1:]
                return story.weight + (0 if fits else MISMATCH)
            return story.weight

        weighed = [replace(story, weight=weight(story)) for story in stories]
        return sorted(weighed, key=lambda s: (s.weight, s.irregularity is not None, s.irregularity or ""))

    def _with_notes(self, story: Story, evidence: Evidence, observation: Observation) -> Story:
        """What unsettled looks add to one legal move: a clock pressed too early, a stone that fell."""
        if story.irregularity is not None or len(story.moves) != 1:
            return story
        move = story.moves[0]
        point, colour = move.point, move.colour
        assert point is not None
        size = self.position.size
        index = point.row * size + point.col
        before = self.position.stones
        proper = story.left
        if evidence.fell:
            fallen = [
                Point(*divmod(i, size))
                for note in self._notes
                for i, there in enumerate(note.arrangement.stones)
                if there == colour and before[i] != colour and i != index
            ]
            fell = {"from": (fallen[0],), "to": (point,)} if fallen else {"from": (point,)}
            return replace(story, irregularity="dropped_stone", points=fell, colour=colour, proper=None)
        if observation.evidence.stone_motion and not evidence.fell:
            return story
        captured = self.position.captured_by(move)
        for note in self._notes:
            if colour not in note.evidence.pressed:
                continue
            seen = note.arrangement
            roles: dict[str, tuple[Point, ...]] = {"move": (point,)}
            if seen.stones[index] != colour:
                return replace(story, irregularity="clock_before_move", points=roles, colour=colour, proper=proper)
            if any(seen.get(p) == colour.other for p in captured):
                roles |= {"captured": tuple(sorted(captured))}
                name = "clock_before_capture_complete"
                return replace(story, irregularity=name, points=roles, colour=colour, proper=proper)
        return story

    @staticmethod
    def _shows(position: Position, target: Arrangement) -> bool:
        if 3 not in target.stones:
            return position.stones == target.stones
        return all(b in (a, 3) for a, b in zip(position.stones, target.stones, strict=True))
