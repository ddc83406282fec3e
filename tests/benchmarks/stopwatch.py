"""Time spent in the stages of the pipeline, by wrapping their public functions from outside."""

from __future__ import annotations

import functools
import importlib
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


class _Open:
    """A stage that has begun, and since when its time was not counted yet."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.go_on()

    def go_on(self) -> None:
        """Count from now."""
        self.since, self.processor = time.perf_counter(), time.thread_time()


class Stopwatch:
    """Counts the seconds that each stage took itself, without what stages called from it took.

    Each thread counts for itself: where stages run side by side, the seconds of all may be more than those that
    went by, and a stage that waits for another thread counts its waiting in `seconds`, though not in `processor`.

    Attributes
    ----------
    seconds, processor, calls : dict
        By name of the stage: of the clock; of the processor, in the thread that called the stage (not in those that
        OpenCV or a decoder has for itself); and how often it was called.
    elsewhere : list of float
        Seconds of the clock and of the processor among them that other threads spent than that which made the
        stopwatch.
    """

    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.processor: defaultdict[str, float] = defaultdict(float)
        self.calls: Counter[str] = Counter()
        self.elsewhere = [0.0, 0.0]
        self._home = threading.get_ident()
        self._lock = threading.Lock()
        self._own = threading.local()

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Within, the time is this stage's."""
        open_stages: list[_Open] = self._own.__dict__.setdefault("open", [])
        if open_stages:
            self._count(open_stages[-1])
        open_stages.append(_Open(name))
        try:
            yield
        finally:
            self._count(open_stages.pop())
            self.calls[name] += 1
            if open_stages:
                open_stages[-1].go_on()

    def _count(self, stage: _Open) -> None:
        seconds, processor = time.perf_counter() - stage.since, time.thread_time() - stage.processor
        with self._lock:
            self.seconds[stage.name] += seconds
            self.processor[stage.name] += processor
            if threading.get_ident() != self._home:
                self.elsewhere[0] += seconds
                self.elsewhere[1] += processor

    def wrap(self, stage: str, place: str) -> None:
        """Count all calls of a function or a method as a stage's.

        Parameters
        ----------
        stage : str
        place : str
            `module:function` or `module:Class.method`; of `__iter__` every step is counted.

        Raises
        ------
        LookupError
            Where there is no such thing: the benchmark must be brought up to date.
        """
        module, _, path = place.partition(":")
        *outer, name = path.split(".")
        try:
            holder: Any = importlib.import_module(module)
            for part in outer:
                holder = getattr(holder, part)
            original = getattr(holder, name)
        except (ImportError, AttributeError) as error:
            raise LookupError(f"there is no {place} any more: bring the benchmark's stages up to date") from error
        setattr(holder, name, self._steps(stage, original) if name == "__iter__" else self._timed(stage, original))

    def _timed(self, stage: str, original: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(original)
        def timed(*arguments: Any, **named: Any) -> Any:
            with self.stage(stage):
                return original(*arguments, **named)

        return timed

    def _steps(self, stage: str, original: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(original)
        def steps(*arguments: Any) -> Iterator[Any]:
            inner = original(*arguments)
            try:
                while True:
                    with self.stage(stage):
                        try:
                            step = next(inner)
                        except StopIteration:
                            return
                    yield step
            finally:
                if hasattr(inner, "close"):
                    inner.close()

        return steps
