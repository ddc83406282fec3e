"""Films decoded ahead: the same frames and notices as without, and nothing left behind."""

import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from vision.ahead import AheadSource, Notices
from vision.film import FilmSource
from vision.frame import Frame
from vision.source import Notice, SourceError
from vision.sources import open_source

FILM = Path(__file__).parents[2] / "samples" / "game.mp4"


def decoders() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "decode"]


class Breaking(FilmSource):
    """A film that gives out after some frames, having said so."""

    def __iter__(self) -> Iterator[Frame]:
        for frame in super().__iter__():
            if frame.index == 20:
                self._tell(Notice("damaged", "a scratch", frame.time))
            if frame.index == 30:
                raise SourceError("the film tore")
            yield frame


@pytest.mark.parametrize("step", [0.0, 0.2])
def test_frames_are_the_same_as_without(step: float) -> None:
    plain, ahead = FilmSource(FILM), open_source(str(FILM), ahead=True)
    plain.step = ahead.step = step
    assert (ahead.name, ahead.live, ahead.settled, ahead.duration) == (plain.name, False, False, plain.duration)
    with closing(ahead), closing(plain):
        count = 0
        for a, b in zip(plain, ahead, strict=True):
            assert (a.time, a.index) == (b.time, b.index)
            if count % 50 == 0:
                assert np.array_equal(a.image, b.image)
            count += 1
    assert count > 600
    assert not decoders()


def test_notices_come_in_the_consumers_thread_before_the_frame_that_followed_them() -> None:
    told: list[tuple[threading.Thread, Notice, int]] = []
    seen: list[int] = []
    notices = Notices(lambda notice: told.append((threading.current_thread(), notice, seen[-1])))

    def watch() -> None:
        for frame in AheadSource(Breaking(FILM, tell=notices), notices):
            seen.append(frame.index)

    with pytest.raises(SourceError, match="tore"):
        watch()
    [(thread, notice, last)] = told
    assert thread is threading.current_thread()
    assert (notice.text, last) == ("a scratch", 19)
    assert seen[-1] == 29
    assert not decoders()


def test_a_consumer_that_leaves_ends_the_decoding() -> None:
    source = open_source(str(FILM), ahead=True)
    frames = iter(source)
    first = next(frames)
    assert first.index == 0
    assert decoders()
    frames.close()  # type: ignore[attr-defined]
    assert not decoders()


def test_closing_ends_the_iteration_soon() -> None:
    source = open_source(str(FILM), ahead=True)
    count = 0
    for _ in source:
        count += 1
        if count == 5:
            source.close()
    assert count == 5
    assert not decoders()
