"""Sessions on drawn boards: finding, following and skipping, with a reader for such drawings."""

import itertools
from collections.abc import Iterator

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from recorder import events
from recorder.session import Session
from recorder.settings import Settings
from recorder.sight.turning import turn_reading
from vision.frame import Frame, Image
from vision.grid import Grid, NoGrid
from vision.reading import Reading

N = 9
HOME = Grid(N, np.array([[200.0, 60], [440, 60], [440, 300], [200, 300]]))
AWAY = Grid(N, HOME.corners + np.array([21.0, 6.0]))


def draw(grid: Grid, stones: dict[tuple[int, int], int], hand: bool = False) -> Image:
    """A picture of a board with stones {(row, col): 1 black, 2 white}."""
    image = np.full((360, 640, 3), 90, np.uint8)
    ends = grid.pixels_of(
        [[i, j] for i in range(N) for j in (0, N - 1)] + [[i, j] for j in range(N) for i in (0, N - 1)]
    )
    cv2.fillConvexPoly(image, grid.pixels_of([[-1, -1], [-1, N], [N, N], [N, -1]]).astype(np.int32), (120, 180, 220))
    for a, b in zip(ends[::2], ends[1::2], strict=True):
        cv2.line(image, tuple(int(v) for v in a), tuple(int(v) for v in b), (40, 60, 70), 1)
    for (row, col), colour in stones.items():
        x, y = grid.pixels_of([[row, col]])[0]
        cv2.circle(image, (int(x), int(y)), int(0.45 * grid.cell), (20,) * 3 if colour == 1 else (245,) * 3, -1)
    if hand:
        cv2.ellipse(image, (320, 360), (60, 220), 0, 0, 360, (150, 120, 250), -1)
    return image


class DrawnReader:
    """Reads drawn boards by the colour at each point; what is red is a hand."""

    def __init__(self) -> None:
        self.reads = 0

    def read(self, frame: Frame, grid: Grid) -> Reading:
        self.reads += 1
        points = [[r, c] for r in range(N) for c in range(N)]
        x, y = np.clip(grid.pixels_of(points).astype(int), 0, [639, 359]).T
        # Beside the lines, where an empty point shows wood.
        colours = frame.image[y - 3, x - 3].astype(float)
        light = colours.mean(axis=1)
        kind = np.where(light < 60, 1, np.where(light > 220, 2, 0))
        chances = np.full((N * N, 3), 0.005, np.float32)
        chances[np.arange(N * N), kind] = 0.99
        seen = colours[:, 2] - colours[:, 1] < 80
        return Reading(
            chances.reshape(N, N, 3), seen.reshape(N, N), np.zeros((N, N, 2), np.float32), frame.time, frame.index
        )


def frames(pictures: list[tuple[float, Image]], fps: float = 5.0) -> Iterator[Frame]:
    """Each picture for so many seconds."""
    index = itertools.count()
    for seconds, image in pictures:
        for _ in range(int(seconds * fps)):
            i = next(index)
            yield Frame(image.copy(), i / fps, i)


def watch(session: Session, pictures: list[tuple[float, Image]]) -> list[events.Event]:
    told = [e for frame in frames(pictures) for e in session.feed(frame)]
    return told + session.finish()


def moves(told: list[events.Event]) -> list[str]:
    return [e.colour + e.point for e in told if isinstance(e, events.Move)]


def found_at_home(image: Image, size: int | None) -> Grid | NoGrid:
    del image, size
    return HOME


def unmoved(grid: Grid, image: Image) -> Grid | NoGrid:
    del image
    return grid


GAME = [
    (2.0, draw(HOME, {})),
    (1.0, draw(HOME, {}, hand=True)),
    (2.0, draw(HOME, {(2, 2): 1})),
    (1.0, draw(HOME, {(2, 2): 1}, hand=True)),
    (2.0, draw(HOME, {(2, 2): 1, (6, 6): 2})),
]


def test_a_short_game_is_told_and_calm_frames_are_hardly_read() -> None:
    reader = DrawnReader()
    session = Session(find=found_at_home, follow=unmoved, reader=reader)
    told = watch(session, GAME)
    assert [e.t for e in told if isinstance(e, events.Board)] == [0.2]
    assert moves(told) == ["Bcc", "Wgg"]
    assert isinstance(told[-1], events.End)
    assert reader.reads < 20 < sum(1 for _ in frames(GAME))


def test_the_board_is_believed_only_when_two_findings_agree() -> None:
    found: list[Grid | NoGrid] = [NoGrid("a hand"), AWAY, HOME, NoGrid("a hand"), HOME, HOME]
    answers, picture = iter(found), draw(HOME, {})

    def find(image: Image, _size: int | None) -> Grid | NoGrid:
        return next(answers) if np.array_equal(image, picture) else NoGrid("no other board beside it")

    told: list[events.Event] = []
    session = Session(find=find, follow=unmoved, reader=DrawnReader())
    for frame in frames([(6.0, picture)]):
        told += session.feed(frame)
        if told:
            break
    assert [type(e) for e in told] == [events.Board]
    assert session.grid is not None
    assert np.array_equal(session.grid.corners, HOME.corners)


def test_without_a_board_nothing_is_told() -> None:
    session = Session(find=lambda _image, _size: NoGrid("no board seen"), follow=unmoved, reader=DrawnReader())
    assert watch(session, [(5.0, draw(HOME, {}))]) == []


def test_a_pushed_board_is_found_again_within_three_seconds_and_moves_nothing() -> None:
    stones = {(2, 2): 1, (6, 6): 2}

    def follow(grid: Grid, image: Image) -> Grid | NoGrid:
        true = AWAY if image[200, 480, 2] > 200 else HOME  # beyond the board at home
        return grid if np.allclose(grid.corners, true.corners) else true

    session = Session(find=found_at_home, follow=follow, reader=DrawnReader())
    told = watch(session, [*GAME, (4.0, draw(AWAY, stones)), (2.0, draw(AWAY, {**stones, (2, 6): 1}))])
    boards = [e for e in told if isinstance(e, events.Board)]
    assert len(boards) == 2
    assert boards[1].t - 8.0 < 3.0
    assert moves(told) == ["Bcc", "Wgg", "Bgc"]
    assert not [e for e in told if isinstance(e, events.Alert | events.Correction)]


def test_corners_given_by_hand_are_taken_as_they_are() -> None:
    session = Session(Settings(size=N), HOME.corners, follow=unmoved, reader=DrawnReader())
    told = watch(session, GAME)
    assert moves(told) == ["Bcc", "Wgg"]
    with pytest.raises(ValueError, match="number of lines"):
        Session(Settings(), HOME.corners)


def test_events_are_counted_on_from_what_the_log_holds() -> None:
    session = Session(find=found_at_home, follow=unmoved, reader=DrawnReader())
    session.count = 40
    told = watch(session, GAME)
    assert session.count == 40 + len(told)


def test_a_board_that_stays_covered_is_told_as_lost_and_back() -> None:
    session = Session(find=found_at_home, follow=unmoved, reader=DrawnReader())
    red = np.full((360, 640, 3), 90, np.uint8)
    red[...] = (150, 120, 250)
    told = watch(session, [*GAME, (6.0, red), (3.0, GAME[-1][1])])
    assert [e.state for e in told if isinstance(e, events.View)] == ["lost", "back"]
    assert moves(told) == ["Bcc", "Wgg"]


def test_a_camera_that_sends_one_picture_again_and_again_is_told_within_five_seconds_and_its_return() -> None:
    session = Session(Settings(live=True), find=found_at_home, follow=unmoved, reader=DrawnReader())
    told: list[events.Event] = []
    for i in range(100):
        image = draw(HOME, {(2, 3): 1} if i > 80 else {})
        if not 20 <= i < 60:
            image[i % 360, 0] = i  # noise, as any camera has
        told += session.feed(Frame(image, i / 5, i))
    poor, back = (e for e in told if isinstance(e, events.View))
    assert (poor.state, back.state) == ("poor", "back")
    assert 4.0 < poor.t < 9.0
    assert back.t == 12.0
    assert moves(told) == ["Bdc"]


def test_in_a_folder_the_view_may_turn_and_the_record_stays_upright() -> None:
    stones: list[dict[tuple[int, int], int]] = [{}, {(2, 3): 1}, {(2, 3): 1, (6, 6): 2}]
    stones.append({**stones[-1], (7, 1): 1})
    turned = [HOME, HOME, HOME.turned(1), HOME.turned(3)]
    session = Session(Settings(stills=True), find=found_at_home, follow=unmoved, reader=DrawnReader())
    told: list[events.Event] = []
    for i, (grid, there) in enumerate(zip(turned, stones, strict=True)):
        told += session.feed(Frame(draw(grid, there), float(i), i))
    assert moves(told) == ["Bdc", "Wgg", "Bbh"]


def test_a_turned_reading_is_the_reading_of_the_turned_grid() -> None:
    rng = np.random.default_rng(1)
    chances = rng.dirichlet((1, 1, 1), (N, N)).astype(np.float32)
    offsets: NDArray[np.float32] = rng.normal(0, 0.1, (N, N, 2)).astype(np.float32)
    reading = Reading(chances, np.ones((N, N), np.bool_), offsets, 0.0, 0)
    points = np.array([[r, c] for r in range(N) for c in range(N)], float)
    places = HOME.pixels_of(points + offsets.reshape(-1, 2)[:, ::-1])
    for k in range(4):
        turned = turn_reading(reading, k)
        grid = HOME.turned(k)
        for r, c in ((0, 0), (2, 5), (8, 3)):
            right, down = turned.offsets[r, c]
            place = grid.pixels_of([[r + down, c + right]])[0]
            i = int(np.linalg.norm(places - place, axis=1).argmin())
            assert np.allclose(places[i], place, atol=0.01)
            assert np.allclose(chances.reshape(-1, 3)[i], turned.chances[r, c])
