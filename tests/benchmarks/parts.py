"""The parts of the suite, and how much each measures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.benchmarks.board_speed import board_speed
from tests.benchmarks.calm_film import calm_film
from tests.benchmarks.films import Film, repeated, scaled
from tests.benchmarks.memory import memory
from tests.benchmarks.others import others
from tests.benchmarks.photo_speed import own_photos, photo_speed, photos_in
from tests.benchmarks.record_speed import ratios, stages, start_up
from tests.benchmarks.report import Findings
from tests.benchmarks.thinking_speed import engine_speed, inference_speed

BEGINNING = 8.0
"""Seconds of a film that are recorded where only its beginning matters."""
SHORT_NAMES = {"640x480": "480p", "1280x720": "720p", "1920x1080": "1080p", "3840x2160": "4K"}


@dataclass(frozen=True)
class Extent:
    """How much is measured. Lengths of films are seconds; `sample` is how much of the sample is used, None for all.

    Attributes
    ----------
    long, calm : films that are recorded against decoding, of the sample repeated and drawn
    huge : the same of 4K
    hours : the film whose memory is a goal, and the ten hours
    moves : moves of the calm films, short and long; of simulated games
    counts : numbers of boards
    watched : how long boards are watched
    rounds : how often pairs are run
    tries : gaps that the rules explain
    photos : photographs read at most
    starts : how often the program is started, and real games are replayed
    quick : whether what takes long to begin is left out, and other programs are run shortly
    """

    sample: float | None
    long: float
    calm: float
    huge: float
    hours: tuple[float, float]
    moves: tuple[int, int, int]
    counts: tuple[int, ...]
    watched: float
    rounds: int
    tries: int
    photos: int
    starts: int
    quick: bool


FULL = Extent(
    sample=None, long=1200, calm=1200, huge=134, hours=(7200, 36000), moves=(40, 100, 100),
    counts=(1, 2, 4, 8, 12, 16, 20, 24), watched=40, rounds=3, tries=50, photos=1000, starts=5, quick=False,
)  # fmt: skip
QUICK = Extent(
    sample=4, long=4, calm=6, huge=4, hours=(4, 6), moves=(1, 1, 10),
    counts=(1,), watched=2, rounds=1, tries=2, photos=1, starts=1, quick=True,
)  # fmt: skip


class Suite:
    """The parts, each a method that measures.

    Parameters
    ----------
    extent : Extent
    sizes : list of str
        Names of `films.SIZES`.
    cache : Path
        Where films are kept.
    film : Path
        From which all but the drawn ones are made.
    photos : Path or None
        A folder of photographs besides our own.
    programs : list of str
        Which of the other benchmarks run.
    """

    def __init__(
        self, extent: Extent, sizes: list[str], cache: Path, film: Path, photos: Path | None, programs: list[str]
    ) -> None:
        self.extent, self.sizes, self.cache, self.film = extent, sizes, cache, film
        self.photos, self.programs = photos, programs

    def _once(self, size: str) -> Film:
        """The sample of a size."""
        return scaled(self.film, self.cache, size, self.extent.sample)

    def _long(self, size: str, seconds: float) -> Film:
        return repeated(self._once(size), self.cache, seconds)

    def _usual(self, wanted: str = "1280x720") -> str:
        """The size that goals name, where it is measured."""
        return wanted if wanted in self.sizes else self.sizes[0]

    def films(self) -> Findings:
        """`record --fast` against decoding alone."""
        huge = "3840x2160"
        pairs = {
            SHORT_NAMES[size]: self._long(size, self.extent.huge if size == huge else self.extent.long)
            for size in self.sizes
        }
        size = self._usual()
        pairs[f"{SHORT_NAMES[size]}, a calm game"] = calm_film(self.cache, size, self.extent.calm, self.extent.moves[0])
        return ratios(pairs, self.extent.rounds)

    def stages(self) -> Findings:
        """Where the time goes."""
        return stages({size: self._once(size) for size in self.sizes})

    def start(self) -> Findings:
        """How soon it begins."""
        # To the first event no more is needed.
        film = scaled(self.film, self.cache, self._usual(), min(self.extent.sample or BEGINNING, BEGINNING))
        return start_up(film, self.extent.starts)

    def photographs(self) -> Findings:
        """`read`."""
        sets = {"rendered": own_photos()[: self.extent.photos]}
        if self.photos is not None:
            sets[self.photos.name] = photos_in(self.photos)[: self.extent.photos]
        return photo_speed(sets)

    def rules(self) -> Findings:
        """Engine and inference."""
        found = inference_speed(self.extent.moves[2])
        found.add(engine_speed(self.extent.tries, self.extent.starts))
        return found

    def boards(self) -> Findings:
        """Live boards."""
        size, extent = self._usual(), self.extent
        game, alone = self._once(size), {}
        if not extent.quick:
            alone["the same as a film"] = game
            alone["a calm game as a film"] = calm_film(self.cache, size, extent.calm, extent.moves[0])
        found = board_speed(game, alone, extent.counts, extent.watched)
        if size != "1280x720":
            found.goals.clear()
        return found

    def memory(self) -> Findings:
        """Memory over the length of films."""
        seconds, longest = self.extent.hours
        size = self._usual("1920x1080")
        goal = f"{SHORT_NAMES[size]}, the sample repeated"
        calm = calm_film(self.cache, "640x480", longest, self.extent.moves[1])
        repeats = {goal: self._long(size, seconds), "480p, one calm game": calm}
        return memory(repeats, goal if size == "1920x1080" else "")

    def others(self) -> Findings:
        """Programs of their own."""
        return others(self.programs, quick=self.extent.quick)


PARTS: dict[str, Callable[[Suite], Findings]] = {
    "start": Suite.start,
    "films": Suite.films,
    "stages": Suite.stages,
    "photos": Suite.photographs,
    "rules": Suite.rules,
    "boards": Suite.boards,
    "memory": Suite.memory,
    "others": Suite.others,
}
