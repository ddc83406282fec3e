"""Sources of frames made of other ones."""

from __future__ import annotations

from vision.source import FrameSource


class WrappingSource:
    """What a source that passes on the frames of another is asked for besides them.

    Parameters
    ----------
    source : FrameSource
    """

    def __init__(self, source: FrameSource) -> None:
        self.step = 0.0
        self._source = source

    @property
    def name(self) -> str:
        """What people call it."""
        return self._source.name

    @property
    def live(self) -> bool:
        """Whether frames are taken now."""
        return self._source.live

    @property
    def settled(self) -> bool:
        """Whether every frame is a look at a board at rest."""
        return self._source.settled

    @property
    def duration(self) -> float | None:
        """Seconds from the first frame to the end, where known."""
        return self._source.duration

    def close(self) -> None:
        """End the iteration before its next frame."""
        self._source.close()
