"""What bad input gets: a message that names it and says what to do, and nothing else on the screen."""

import os
import subprocess
import sys
import tempfile
import wave
from collections.abc import Callable
from pathlib import Path

import pytest

from vision.device import connect_camera, probe_camera
from vision.source import SourceError
from vision.sources import open_source

linux = pytest.mark.skipif(sys.platform != "linux", reason="device paths are a matter of Linux")


def write_nothing(path: Path) -> None:
    path.write_bytes(b"")


def write_text(path: Path) -> None:
    path.write_text("Dear 友, this is a letter of some length, and no film at all.\n" * 200)


def write_noise(path: Path) -> None:
    path.write_bytes(bytes((k * 7919 + k // 3) % 256 for k in range(20000)))


def write_zeros(path: Path) -> None:
    path.write_bytes(bytes(100000))


def write_sound(path: Path) -> None:
    with wave.open(str(path), "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(8000)
        sound.writeframes(bytes(16000))


@pytest.mark.parametrize(
    ("write", "words"),
    [
        (write_nothing, r"empty \(0 bytes\)"),
        (write_text, "text file"),
        (write_noise, "no film that can be read"),
        (write_zeros, "no film that can be read"),
        (write_sound, "no film that can be read"),
    ],
)
@pytest.mark.parametrize("name", ["game.mp4", "game.avi", "game", "game.txt", "game.sgf"])
def test_a_file_that_is_no_film_is_named_with_the_reason(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], write: Callable[[Path], None], words: str, name: str
) -> None:
    write(tmp_path / name)
    with pytest.raises(SourceError, match=words) as caught:
        open_source(str(tmp_path / name))
    assert str(tmp_path / name) in str(caught.value)
    assert capfd.readouterr().err == "", "a decoder wrote to the user's screen"


@pytest.mark.parametrize(
    "text", ["nothing.mp4", "nothing.jpg", "no/such/folder", "-1", "0x0", "1.5", "nul\0byte", "x" * 5000]
)
def test_what_is_not_there_is_named(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SourceError) as caught:
        open_source(text)
    assert text[:50] in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["", "   "])
def test_no_source_at_all_is_asked_for(text: str) -> None:
    with pytest.raises(SourceError, match="no source is named"):
        open_source(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("ftp://127.0.0.1/game", "rtsp, rtsps, http, https"),
        ("udp://127.0.0.1:1", "rtsp, rtsps, http, https"),
        ("http://[::1/board", "is no address"),
        ("http:///board", "the name of the host is missing"),
        ("rtsp://127.0.0.1:port/board", "port"),
        ("rtsp://no-such-host.invalid/board", "no host of the name no-such-host.invalid"),
        ("http://127.0.0.1:1/game.mp4", "no film can be read from"),
    ],
)
def test_addresses_that_lead_nowhere_are_explained(text: str, words: str, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SourceError, match=words):
        open_source(text)
    assert capfd.readouterr().err == ""


@linux
@pytest.mark.parametrize("text", ["97", "/dev/video97", "/dev/v4l/by-id/usb-no-such-camera"])
def test_a_camera_that_is_not_there_is_named(text: str, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SourceError, match=f"{text} is not there: plug the camera in"):
        open_source(text)
    assert capfd.readouterr().err == ""


@linux
def test_a_device_that_is_no_camera_is_told_so() -> None:
    with pytest.raises(SourceError, match="/dev/null is a device but no camera"):
        open_source("/dev/null")


@linux
@pytest.mark.usefixtures("unprivileged")
def test_a_device_that_may_not_be_opened_names_the_remedy() -> None:
    with tempfile.NamedTemporaryFile() as device:
        os.chmod(device.name, 0)
        with pytest.raises(SourceError, match="may not be opened: add yourself to the group `video`"):
            connect_camera(device.name)


def test_probing_an_absent_camera_neither_crashes_nor_hangs() -> None:
    assert probe_camera(97) is False
    assert probe_camera(0, timeout=0.001) is False


def test_a_broken_film_writes_nothing_to_the_screen_in_a_fresh_process(tmp_path: Path) -> None:
    # In a process of its own: FFmpeg's level is set once, at the first film.
    (tmp_path / "game.mp4").write_bytes(b"\0\0\0\x20ftypisom\0\0\2\0isomiso2avc1mp41" + bytes(5000))
    script = (
        "import sys\nfrom vision.sources import SourceError, open_source\n"
        "try:\n    open_source(sys.argv[1])\nexcept SourceError as error:\n    print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / "game.mp4")], capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    assert "no film that can be read" in done.stdout


@linux
def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.mp4")
    with pytest.raises(SourceError, match=r"pipe\.mp4 is no file"):
        open_source(str(tmp_path / "pipe.mp4"))


def test_a_program_can_keep_its_libraries_from_writing_to_the_screen() -> None:
    # A picture as some webcams send it: a few bytes too many, of which libjpeg complains by itself.
    script = """
import sys, cv2, numpy as np
from vision.quiet import silence_libraries
if sys.argv[1] == "quiet":
    silence_libraries()
data = cv2.imencode(".jpg", np.random.default_rng(1).integers(0, 256, (99, 99, 3), np.uint8))[1].tobytes()
sloppy = np.frombuffer(data[:-2] + bytes(16) + data[-2:], np.uint8)
assert cv2.imdecode(sloppy, cv2.IMREAD_COLOR) is not None
print("a message", file=sys.stderr)
raise SystemExit("棋 the last words")
"""
    loud, quiet = (
        subprocess.run(
            [sys.executable, "-X", "utf8", "-c", script, how], capture_output=True, text=True, encoding="utf-8"
        )
        for how in ("loud", "quiet")
    )
    assert "Corrupt JPEG data" in loud.stderr
    assert quiet.stderr == "a message\n棋 the last words\n"
    assert quiet.returncode == 1
