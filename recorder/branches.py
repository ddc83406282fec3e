"""The main line and what was withdrawn from it as one tree, each step standing in it once."""

from __future__ import annotations

from collections.abc import Iterator

from recorder.record import Note, Record, Step, StepEvent


class Branch:
    """A step and what follows it; the root has none. The first child of a main step is the main line's next.

    Attributes
    ----------
    event : Move, Pass, Edit, Setup or None
    notes : list of Note
    left : TimeLeft or None
    children : list of Branch
    is_main_end : bool
        Whether the main line ends here: what follows was withdrawn.
    withdrawn : str
        Why what begins here was withdrawn; empty elsewhere.
    """

    def __init__(self, step: Step | None = None, withdrawn: str = "") -> None:
        self._step = step
        self.event: StepEvent | None = step.event if step else None
        self.notes: list[Note] = list(step.notes) if step else []
        self.left = step.left if step else None
        self.children: list[Branch] = []
        self.is_main = self.is_main_end = False
        self.withdrawn = withdrawn

    def main(self) -> Iterator[Branch]:
        """The steps of the main line below this one."""
        branch = self
        while not branch.is_main_end:
            branch = branch.children[0]
            yield branch

    def follow(self, step: Step) -> Branch | None:
        """The child that does the same to the board, which takes over what was said about the step."""
        for child in self.children:
            if child._step is not None and child._step.same_as(step):
                child.notes += [note for note in step.notes if note not in child.notes]
                return child
        return None


def grow(record: Record) -> Branch:
    """The tree of a record. A line that was withdrawn and written again as it was leaves no branch."""
    root = branch = Branch()
    for step in record.line:
        following = Branch(step)
        branch.children.append(following)
        branch = following
    branch.is_main_end = True
    for withdrawn in record.withdrawn:
        branch, reason = root, withdrawn.reason
        for step in withdrawn.line:
            following = branch.follow(step) or Branch(step, reason)
            if following not in branch.children:
                branch.children.append(following)
                reason = ""
            branch = following
    return root
