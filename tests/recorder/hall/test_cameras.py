"""Cameras by what stays the same; and what is said of a view."""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from recorder.hall.cameras import list_cameras, preview_of
from recorder.hall.view_words import words_of
from vision.film import FilmSource
from vision.grid import Grid

FILM = Path(__file__).parents[3] / "recorder" / "hall" / "films" / "irregular.mp4"
CORNERS = np.array([[183.06, 106.45], [453.02, 114.63], [446.65, 381.38], [172.84, 373.17]])


class Machine:
    """Folders as Linux has them, with cameras plugged in."""

    def __init__(self, folder: Path) -> None:
        self.dev, self.sys = folder / "dev", folder / "sys"
        self.count = 0
        for path in (self.dev / "v4l" / "by-id", self.dev / "v4l" / "by-path", self.sys):
            path.mkdir(parents=True)

    def plug(self, name: str, serial: str | None, socket: str) -> None:
        """A camera with its picture node and its second one."""
        for index in range(2):
            node = f"video{self.count}"
            self.count += 1
            (self.dev / node).touch()
            (self.sys / node).mkdir()
            (self.sys / node / "name").write_text(name + "\n")
            (self.sys / node / "index").write_text(f"{index}\n")
            (self.dev / "v4l" / "by-path" / f"{socket}-video-index{index}").symlink_to(self.dev / node)
            link = self.dev / "v4l" / "by-id" / f"usb-{serial}-video-index{index}"
            if serial and not link.is_symlink():
                link.symlink_to(self.dev / node)

    def found(self, **used: str) -> list[tuple[str, str, bool]]:
        return [(Path(c.id).name, c.used_by, c.stable) for c in list_cameras(used, devices=self.dev, system=self.sys)]


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere cameras have numbers alone")
def test_a_camera_keeps_its_identity_when_it_is_plugged_in_elsewhere(tmp_path: Path) -> None:
    before, after = Machine(tmp_path / "a"), Machine(tmp_path / "b")
    before.plug("Left", "L_1", "usb-1")
    before.plug("Right", "R_2", "usb-2")
    after.plug("Right", "R_2", "usb-1")
    after.plug("Left", "L_1", "usb-2")
    assert before.found() == [("usb-L_1-video-index0", "", True), ("usb-R_2-video-index0", "", True)]
    assert sorted(before.found()) == sorted(after.found())


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere cameras have numbers alone")
def test_cameras_that_are_alike_are_told_apart_by_their_sockets(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    machine.plug("Webcam", "same", "usb-1")
    machine.plug("Webcam", "same", "usb-2")
    machine.plug("Other", None, "usb-3")
    names = [name for name, _, _ in machine.found()]
    assert names == ["usb-1-video-index0", "usb-2-video-index0", "usb-3-video-index0"]


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere cameras have numbers alone")
def test_whose_a_camera_is_is_known_however_the_board_names_it(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    machine.plug("Left", "L_1", "usb-1")
    by_id = str(machine.dev / "v4l" / "by-id" / "usb-L_1-video-index0")
    for source in (by_id, str(machine.dev / "video0"), "0"):
        assert [owner for _, owner, _ in machine.found(**{source: "Table 1"})] == ["Table 1"]


def test_a_preview_is_a_picture_or_nothing() -> None:
    picture = cv2.imdecode(np.frombuffer(preview_of(str(FILM), 320), np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert picture.shape == (240, 320, 3)
    assert preview_of("/dev/null") == b""


def test_what_is_wrong_with_a_view_is_told_in_words() -> None:
    image = next(iter(FilmSource(FILM))).image
    grid = Grid(9, CORNERS)
    assert words_of(image, grid) == ()
    assert words_of(None, None) == ("no_picture",)
    assert words_of(image, None) == ("no_board",)
    assert "too_dark" in words_of((image * 0.15).astype(np.uint8), grid)
    assert "too_bright" in words_of(np.clip(image * 3.0, 0, 255).astype(np.uint8), grid)
    assert "blur" in words_of(np.asarray(cv2.GaussianBlur(image, (0, 0), 6), np.uint8), grid)
    glaring = image.copy()
    cv2.circle(glaring, (300, 240), 50, (255, 255, 255), -1)
    assert "glare" in words_of(glaring, grid)
    small = cv2.resize(image, None, fx=0.3, fy=0.3)
    assert "small" in words_of(np.asarray(small, np.uint8), Grid(9, CORNERS * 0.3))
    assert "cut_off" in words_of(image[:, :440], grid)
