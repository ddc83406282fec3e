"""Films as sources: real files, written here by OpenCV or FFmpeg."""

import itertools
import shutil
import subprocess
import threading
import time
from contextlib import closing
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from vision.film import FilmSource
from vision.source import Notice, SourceError
from vision.sources import open_source

needs_ffmpeg = pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="needs the program ffmpeg")


def write_film(path: Path, numbered: Any, rate: float, count: int, code: str = "mp4v") -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*code), rate, (numbered.width, numbered.height))
    assert writer.isOpened()
    for number in range(count):
        writer.write(numbered.draw(number))
    writer.release()
    return path


def ffmpeg(*arguments: str | Path) -> None:
    command = ["ffmpeg", "-y", "-loglevel", "error", *map(str, arguments)]
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL)


@pytest.mark.parametrize("rate", [5.0, 25.0, 29.97])
@pytest.mark.parametrize(("ending", "code"), [("mp4", "mp4v"), ("avi", "MJPG")])
def test_every_frame_comes_once_with_its_own_time(
    tmp_path: Path, numbered: Any, rate: float, ending: str, code: str
) -> None:
    film = write_film(tmp_path / f"game.{ending}", numbered, rate, 40, code)
    with closing(open_source(str(film))) as source:
        frames = [(numbered.read(frame.image), frame.index, frame.time) for frame in source]
        assert source.duration == pytest.approx(40 / rate, abs=0.01)
        assert not source.live
        assert not source.settled
    assert [number for number, _, _ in frames] == list(range(40))
    assert [index for _, index, _ in frames] == list(range(40))
    assert [time for _, _, time in frames] == pytest.approx([k / rate for k in range(40)], abs=0.001)


def test_pictures_that_are_held_stay_and_the_memory_of_others_is_used_again(tmp_path: Path, numbered: Any) -> None:
    source = FilmSource(write_film(tmp_path / "game.mp4", numbered, 25, 40))
    places: set[int] = set()
    held: list[Any] = []
    for frame in source:
        if frame.index % 7 == 3:
            # A part of a picture is enough to hold it.
            held.append(frame.image if frame.index % 2 else frame.image[60:180])
        else:
            places.add(frame.image.ctypes.data)
    blocks = [np.pad(part, ((60, 60), (0, 0), (0, 0))) if part.shape[0] == 120 else part for part in held]
    assert [numbered.read(np.asarray(image)) for image in blocks] == [3, 10, 17, 24, 31, 38]
    assert len(places) <= 10


def test_iterating_again_gives_the_same_film_again(tmp_path: Path, numbered: Any) -> None:
    source = open_source(str(write_film(tmp_path / "game.mp4", numbered, 25, 10)))
    first = [(frame.time, frame.image.tobytes()) for frame in source]
    assert [(frame.time, frame.image.tobytes()) for frame in source] == first


def test_a_step_passes_frames_over_and_keeps_the_times(tmp_path: Path, numbered: Any) -> None:
    source = open_source(str(write_film(tmp_path / "game.mp4", numbered, 25, 50)))
    source.step = 0.2
    frames = [(numbered.read(frame.image), frame.index, frame.time) for frame in source]
    assert [number for number, _, _ in frames] == list(range(0, 50, 5))
    assert [index for _, index, _ in frames] == list(range(0, 50, 5))
    assert [time for _, _, time in frames] == pytest.approx([k / 5 for k in range(10)])


def test_the_step_may_change_while_the_film_runs(tmp_path: Path, numbered: Any) -> None:
    source = open_source(str(write_film(tmp_path / "game.mp4", numbered, 25, 50)))
    numbers = []
    for frame in source:
        numbers.append(numbered.read(frame.image))
        source.step = 0.4 if frame.time < 1.0 else 0.0
    assert numbers == [0, 10, 20, 30, *range(31, 50)]


@needs_ffmpeg
@pytest.mark.parametrize("ending", ["mp4", "webm", "mkv"])
def test_a_varying_frame_rate_keeps_its_times(tmp_path: Path, numbered: Any, ending: str) -> None:
    even = write_film(tmp_path / "even.avi", numbered, 25, 30, "MJPG")
    film = tmp_path / f"game.{ending}"
    # Ten frames at 25 a second, then a frame every 0.2 s: what a phone does when the light goes.
    stamps = "setpts='if(lt(N,10),N,10+(N-10)*5)'"
    ffmpeg("-i", even, "-vf", stamps, "-fps_mode", "vfr", film)
    probe = ["ffprobe", "-v", "quiet", "-show_entries", "frame=pts_time", "-of", "csv=p=0", str(film)]
    shown = subprocess.run(probe, capture_output=True, text=True, check=True).stdout.split()
    expected = [float(line.strip(",")) for line in shown]
    assert len({round(b - a, 2) for a, b in itertools.pairwise(expected)}) >= 2
    told: list[Notice] = []
    frames = [(numbered.read(frame.image), frame.time) for frame in open_source(str(film), tell=told.append)]
    assert [time for _, time in frames] == pytest.approx(expected, abs=0.002)
    assert [number for number, _ in frames] == list(range(30))
    assert told == []


@needs_ffmpeg
def test_a_stream_without_stamps_goes_by_its_nominal_rate(tmp_path: Path, numbered: Any) -> None:
    even = write_film(tmp_path / "even.avi", numbered, 25, 30, "MJPG")
    ffmpeg("-i", even, tmp_path / "game.h264")
    source = open_source(str(tmp_path / "game.h264"))
    assert source.duration is None
    assert [frame.time for frame in source] == pytest.approx([k / 25 for k in range(30)], abs=0.001)


@needs_ffmpeg
@pytest.mark.parametrize("ending", ["ts", "m2ts"])
def test_a_transport_stream_that_was_cut_is_told_and_a_whole_one_is_not(
    tmp_path: Path, numbered: Any, ending: str
) -> None:
    even = write_film(tmp_path / "even.avi", numbered, 25, 250, "MJPG")
    whole, cut = tmp_path / f"whole.{ending}", tmp_path / f"cut.{ending}"
    ffmpeg("-i", even, "-g", "5", "-f", "mpegts", "-mpegts_m2ts_mode", str(int(ending == "m2ts")), whole)
    data = whole.read_bytes()
    cut.write_bytes(data[: len(data) * 3 // 5 // (188 * 192) * (188 * 192) + 77])
    told: list[Notice] = []
    frames = sum(1 for _ in open_source(str(whole), tell=told.append))
    assert (frames, told) == (250, [])
    assert 20 < sum(1 for _ in open_source(str(cut), tell=told.append)) < 250
    (notice,) = told
    assert notice.kind == "damaged"
    assert "breaks off" in notice.text


@needs_ffmpeg
def test_stamps_count_from_the_first_frame(tmp_path: Path, numbered: Any) -> None:
    even = write_film(tmp_path / "even.avi", numbered, 25, 10, "MJPG")
    ffmpeg("-i", even, "-output_ts_offset", "3600", tmp_path / "game.ts")
    assert [frame.time for frame in open_source(str(tmp_path / "game.ts"))] == pytest.approx(
        [k / 25 for k in range(10)], abs=0.001
    )


@needs_ffmpeg
@pytest.mark.parametrize("turn", [90, 180, 270])
def test_a_phones_film_comes_upright(tmp_path: Path, turn: int) -> None:
    picture = np.zeros((240, 320, 3), np.uint8)
    picture[:120, :160] = (0, 0, 255)  # red: top left
    picture[120:, 160:] = (255, 0, 0)  # blue: bottom right
    upright = tmp_path / "upright.avi"
    writer = cv2.VideoWriter(str(upright), cv2.VideoWriter.fourcc(*"MJPG"), 25, (320, 240))
    for _ in range(5):
        writer.write(picture)
    writer.release()
    ffmpeg("-i", upright, "-c:v", "mpeg4", "-q:v", "2", tmp_path / "plain.mp4")
    # A turn noted in the file, as a phone does that is held upright; the old way to write it is `rotate`.
    ffmpeg("-i", tmp_path / "plain.mp4", "-c", "copy", "-metadata:s:v", f"rotate={turn}", tmp_path / "t.mp4")
    probe = ["ffprobe", "-v", "quiet", "-show_entries", "stream_side_data=rotation", str(tmp_path / "t.mp4")]
    noted = subprocess.run(probe, capture_output=True, text=True, check=True).stdout
    assert "rotation=" in noted

    frame = next(iter(open_source(str(tmp_path / "t.mp4"))))
    # FFmpeg itself says how it is to be looked at.
    ffmpeg("-i", tmp_path / "t.mp4", "-frames:v", "1", tmp_path / "seen.png")
    seen = cv2.imread(str(tmp_path / "seen.png"))
    assert seen is not None
    assert frame.image.shape == seen.shape
    assert np.abs(frame.image.astype(int) - seen.astype(int)).mean() < 3


@needs_ffmpeg
def test_a_film_that_breaks_off_keeps_what_came_before(tmp_path: Path, numbered: Any) -> None:
    even = write_film(tmp_path / "even.avi", numbered, 25, 200, "MJPG")
    whole = tmp_path / "whole.mp4"
    ffmpeg("-i", even, "-g", "25", "-bf", "0", "-movflags", "+faststart", whole)
    cut = tmp_path / "cut.mp4"
    cut.write_bytes(whole.read_bytes()[: whole.stat().st_size * 6 // 10])
    told: list[Notice] = []
    numbers = [numbered.read(frame.image) for frame in open_source(str(cut), tell=told.append)]
    assert len(numbers) > 80
    assert numbers[:80] == list(range(80))
    assert [notice.kind for notice in told][-1] == "damaged"
    assert "breaks off" in told[-1].text
    assert "8.0 s" in told[-1].text
    assert str(cut) in told[-1].text


@needs_ffmpeg
@pytest.mark.parametrize(("count", "damage"), [(200, 0.02), (500, 0.7)])
def test_a_damaged_stretch_however_long_is_told_once_and_the_rest_still_comes(
    tmp_path: Path, numbered: Any, count: int, damage: float
) -> None:
    even = write_film(tmp_path / "even.avi", numbered, 25, count, "MJPG")
    film = tmp_path / "game.mp4"
    ffmpeg("-i", even, "-g", "25", "-bf", "0", "-movflags", "+faststart", film)
    data = bytearray(film.read_bytes())
    length = int(len(data) * damage)
    middle = len(data) // 2 if damage < 0.5 else len(data) // 5
    data[middle : middle + length] = b"\xff" * length
    film.write_bytes(data)
    told: list[Notice] = []
    frames = [(numbered.read(frame.image), frame.time) for frame in open_source(str(film), tell=told.append)]
    assert frames[-1][0] == count - 1
    assert frames[-1][1] == pytest.approx((count - 1) / 25, abs=0.2)
    assert len(frames) < count
    assert [notice.kind for notice in told] == ["damaged"]


def test_a_film_cut_off_before_its_index_was_written_is_refused(tmp_path: Path, numbered: Any) -> None:
    film = write_film(tmp_path / "game.mp4", numbered, 25, 50)
    film.write_bytes(film.read_bytes()[: film.stat().st_size // 2])
    with pytest.raises(SourceError, match=r"cut off before its end was written"):
        open_source(str(film))


@pytest.mark.parametrize("name", ["围棋 対局 바둑.mp4", "100% %03d.mp4", "a:b.mp4", "it's [1].mp4"])
def test_any_file_name_will_do(tmp_path: Path, numbered: Any, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = write_film(tmp_path / "plain.mp4", numbered, 25, 3)
    plain.rename(tmp_path / name)
    monkeypatch.chdir(tmp_path)
    assert [numbered.read(frame.image) for frame in open_source(name)] == [0, 1, 2]


def test_closing_ends_the_iteration(tmp_path: Path, numbered: Any) -> None:
    source = FilmSource(write_film(tmp_path / "game.mp4", numbered, 25, 20))
    told = []
    for frame in source:
        told.append(frame.index)
        source.close()
    assert told == [0]


def test_a_film_at_its_own_pace_takes_its_own_time(tmp_path: Path, numbered: Any) -> None:
    film = write_film(tmp_path / "game.mp4", numbered, 25, 16)
    source = open_source(str(film), live=True)
    began = time.monotonic()
    behind = []
    for frame in source:
        behind.append(time.monotonic() - began - frame.time)
    assert len(behind) > 8
    assert min(behind) >= -0.001, "a frame came before its time"
    assert source.duration == pytest.approx(0.64, abs=0.01)


def test_a_slow_consumer_at_the_films_own_pace_loses_frames_and_no_time(tmp_path: Path, numbered: Any) -> None:
    source = open_source(str(write_film(tmp_path / "game.mp4", numbered, 25, 50)), live=True)
    began = time.monotonic()
    work = threading.Event()
    indices = []
    for frame in source:
        indices.append(frame.index)
        work.wait(0.2)  # the consumer's work, five times slower than the film
        assert time.monotonic() - began - frame.time < 0.6
    assert len(indices) < 15


def test_a_film_of_one_frame_is_a_film(tmp_path: Path, numbered: Any) -> None:
    told: list[Notice] = []
    source = open_source(str(write_film(tmp_path / "game.mp4", numbered, 25, 1)), tell=told.append)
    assert [(numbered.read(frame.image), frame.time) for frame in source] == [(0, 0.0)]
    assert told == []


@needs_ffmpeg
def test_a_codec_that_cannot_be_decoded_is_named(tmp_path: Path, numbered: Any) -> None:
    even = write_film(tmp_path / "even.avi", numbered, 25, 5, "MJPG")
    film = tmp_path / "game.mp4"
    ffmpeg("-i", even, "-c:v", "libaom-av1", "-cpu-used", "8", "-strict", "-2", film)
    with pytest.raises(SourceError, match=r"codec AV01.*H\.264"):  # OpenCV's wheels have no decoder for it
        open_source(str(film))


@needs_ffmpeg
def test_a_film_on_the_web_is_a_film_and_no_stream(tmp_path: Path, numbered: Any) -> None:
    even = write_film(tmp_path / "even.avi", numbered, 25, 30, "MJPG")
    ffmpeg("-i", even, "-movflags", "+faststart", tmp_path / "game.mp4")

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            """Keep the test's output clean."""

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path))) as server:
        threading.Thread(target=server.serve_forever, args=(0.05,)).start()
        try:
            source = open_source(f"http://127.0.0.1:{server.server_address[1]}/game.mp4")
            assert not source.live
            assert source.duration == pytest.approx(1.2, abs=0.01)
            assert [numbered.read(frame.image) for frame in source] == list(range(30))
            with pytest.raises(SourceError, match=r"no film can be read from .*/nothing\.mp4: .*404"):
                open_source(f"http://127.0.0.1:{server.server_address[1]}/nothing.mp4")
            address = f"http://me:secret@127.0.0.1:{server.server_address[1]}/game.mp4"
            assert "secret" not in open_source(address).name
        finally:
            server.shutdown()
