"""Pictures, and folders of them."""

import os
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import PIL.Image
import pytest

from vision.picture import read_picture
from vision.source import Notice, SourceError
from vision.sources import open_source
from vision.stills import name_order

ORIENTATION = 0x0112


@pytest.mark.parametrize("ending", [".jpg", ".png", ".webp", ".tif", ".bmp"])
@pytest.mark.parametrize("stem", ["board", "对局 第1局", "바둑 %d"])
def test_pictures_of_every_kind_are_read(tmp_path: Path, numbered: Any, ending: str, stem: str) -> None:
    path = tmp_path / (stem + ending)
    path.write_bytes(cv2.imencode(ending, numbered.draw(77))[1].tobytes())
    image = read_picture(path)
    assert image.shape == (240, 320, 3)
    assert image.dtype == np.uint8
    assert numbered.read(image) == 77


def test_colours_come_as_blue_green_red(tmp_path: Path) -> None:
    PIL.Image.new("RGB", (4, 4), (250, 100, 10)).save(tmp_path / "orange.png")
    assert read_picture(tmp_path / "orange.png")[0, 0].tolist() == [10, 100, 250]


@pytest.mark.parametrize("orientation", range(1, 9))
def test_the_cameras_orientation_is_applied(tmp_path: Path, orientation: int) -> None:
    # Eight files with eight notes of how the camera was held; a tool that knows EXIF shows them all upright.
    upright = np.zeros((40, 60, 3), np.uint8)
    upright[:20, :30] = (0, 0, 255)
    upright[20:, 30:] = (255, 0, 0)
    # How the rows of the file lie, by the EXIF standard (tag 274), undone step by step.
    stored = {
        1: upright,
        2: upright[:, ::-1],
        3: upright[::-1, ::-1],
        4: upright[::-1],
        5: upright.transpose(1, 0, 2),
        6: np.rot90(upright, 1),
        7: np.rot90(upright, 2).transpose(1, 0, 2),
        8: np.rot90(upright, -1),
    }[orientation]
    picture = PIL.Image.fromarray(np.ascontiguousarray(stored[..., ::-1]))
    exif = PIL.Image.Exif()
    exif[ORIENTATION] = orientation
    picture.save(tmp_path / "phone.png", exif=exif)
    assert np.array_equal(read_picture(tmp_path / "phone.png"), upright)


def test_sixteen_bit_grey_and_transparent_pictures_become_plain_ones(tmp_path: Path) -> None:
    grey = np.full((5, 5), 200, np.uint8)
    cv2.imwrite(str(tmp_path / "grey.png"), grey)
    cv2.imwrite(str(tmp_path / "grey16.png"), grey.astype(np.uint16) * 257)
    cv2.imwrite(str(tmp_path / "colour16.png"), np.full((5, 5, 3), 200 * 257, np.uint16))
    for name in ("grey.png", "grey16.png", "colour16.png"):
        image = read_picture(tmp_path / name)
        assert image.shape == (5, 5, 3)
        assert np.all(image == 200), name
    PIL.Image.new("RGBA", (5, 5), (10, 20, 30, 255)).save(tmp_path / "opaque.png")
    assert read_picture(tmp_path / "opaque.png")[0, 0].tolist() == [30, 20, 10]
    PIL.Image.new("RGBA", (5, 5), (0, 0, 0, 0)).save(tmp_path / "clear.png")
    assert read_picture(tmp_path / "clear.png")[0, 0].tolist() == [255, 255, 255]
    PIL.Image.new("CMYK", (5, 5), (0, 0, 0, 0)).save(tmp_path / "print.jpg")
    assert read_picture(tmp_path / "print.jpg")[0, 0].tolist() == [255, 255, 255]


def test_a_tiny_picture_is_a_picture(tmp_path: Path) -> None:
    PIL.Image.new("RGB", (1, 1)).save(tmp_path / "tiny.png")
    assert read_picture(tmp_path / "tiny.png").shape == (1, 1, 3)


def bad_files(folder: Path, jpeg: bytes) -> dict[str, str]:
    """Files that hold no whole picture, and words that must be in the message."""
    contents = {
        "empty.jpg": (b"", "empty"),
        "text.jpg": (b"this is a letter, not a picture", "no picture"),
        "cut.jpg": (jpeg[: len(jpeg) // 2], "broken off"),
        "head.jpg": (jpeg[:20], "pictur|broken off"),
        "noise.png": (bytes(range(256)) * 20, "no picture|damaged"),
        "phone.heic": (b"\0\0\0\x24ftypheic\0\0\0\0mif1heic" + bytes(100), "HEIC.*JPEG"),
        "film.jpg": (b"\0\0\0\x20ftypisom\0\0\2\0isomiso2" + bytes(100), "film"),
        "sensor.dng": (b"II*\0" + bytes(100), "raw.*JPEG"),
    }
    for name, (data, _) in contents.items():
        (folder / name).write_bytes(data)
    return {name: words for name, (_, words) in contents.items()}


def test_what_is_no_picture_is_named_with_the_reason(
    tmp_path: Path, numbered: Any, capfd: pytest.CaptureFixture[str]
) -> None:
    for name, words in bad_files(tmp_path, numbered.jpeg(5)).items():
        with pytest.raises(SourceError, match=words) as caught:
            read_picture(tmp_path / name)
        assert name in str(caught.value)
    with pytest.raises(SourceError, match="no such file"):
        read_picture(tmp_path / "nothing.jpg")
    with pytest.raises(SourceError, match="folder"):
        read_picture(tmp_path)
    with pytest.raises(SourceError, match="cannot be read"):
        read_picture("x" * 5000 + ".jpg")
    assert capfd.readouterr().err == "", "a decoder wrote to the user's screen"


@pytest.mark.usefixtures("unprivileged")
def test_a_picture_that_may_not_be_read_is_named() -> None:
    folder = Path(tempfile.mkdtemp())
    path = folder / "locked.jpg"
    path.write_bytes(b"x")
    path.chmod(0)
    try:
        with pytest.raises(SourceError, match="may not be read"):
            read_picture(path)
        with pytest.raises(SourceError, match="may not be read"):
            open_source(str(path.rename(folder / "locked.mp4")))
        folder.chmod(0)
        with pytest.raises(SourceError, match="may not be read"):
            open_source(str(folder))
    finally:
        folder.chmod(0o700)
        os.unlink(folder / "locked.mp4")
        folder.rmdir()


def test_names_sort_as_people_count() -> None:
    names = [
        "look 10.jpg",
        "look 9.jpg",
        "Look 1.jpg",
        "look 02.jpg",
        "a.jpg",
        "3.jpg",
        "第2手.jpg",
        "第11手.jpg",
    ]
    assert sorted(names, key=name_order) == [
        "3.jpg",
        "a.jpg",
        "Look 1.jpg",
        "look 02.jpg",
        "look 9.jpg",
        "look 10.jpg",
        "第2手.jpg",
        "第11手.jpg",
    ]


def test_a_folder_gives_its_pictures_in_order_a_second_apart(tmp_path: Path, numbered: Any) -> None:
    for number in (1, 2, 9, 10, 11, 100):
        (tmp_path / f"move{number}.jpg").write_bytes(numbered.jpeg(number))
    (tmp_path / "notes.txt").write_text("not a picture")
    (tmp_path / "._move1.jpg").write_bytes(b"what a Mac leaves behind")
    with closing(open_source(str(tmp_path))) as source:
        assert source.settled
        assert not source.live
        assert source.duration == 6.0
        got = [(numbered.read(frame.image), frame.time, frame.index) for frame in source]
    assert got == [(n, float(k), k) for k, n in enumerate((1, 2, 9, 10, 11, 100))]


def test_an_unreadable_picture_is_told_and_the_others_keep_their_time(tmp_path: Path, numbered: Any) -> None:
    for number in (1, 2, 4):
        (tmp_path / f"{number}.jpg").write_bytes(numbered.jpeg(number))
    (tmp_path / "3.jpg").write_bytes(b"\xff\xd8 no")
    (tmp_path / "5.heic").write_bytes(b"\0\0\0\x24ftypheic" + bytes(50))
    told: list[Notice] = []
    got = [(numbered.read(frame.image), frame.time) for frame in open_source(str(tmp_path), tell=told.append)]
    assert got == [(1, 0.0), (2, 1.0), (4, 3.0)]
    assert [(notice.kind, notice.time) for notice in told] == [("skipped", 2.0), ("skipped", 4.0)]
    assert "3.jpg" in told[0].text
    assert "HEIC" in told[1].text


def test_folders_without_pictures_are_refused_with_what_they_hold(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="it is empty"):
        open_source(str(tmp_path))
    (tmp_path / "game.mp4").write_bytes(b"x")
    with pytest.raises(SourceError, match=r"holds game\.mp4"):
        open_source(str(tmp_path))
    (tmp_path / "a.heic").write_bytes(b"x")
    with pytest.raises(SourceError, match=r"HEIC.*JPEG"):
        open_source(str(tmp_path))
    (tmp_path / "a.jpg").write_bytes(b"x")
    (tmp_path / "b.jpg").write_bytes(b"x")
    with pytest.raises(SourceError, match="none of the 3 pictures"):
        list(open_source(str(tmp_path), tell=lambda _: None))


def test_one_picture_is_a_source_of_one_look(tmp_path: Path, numbered: Any) -> None:
    (tmp_path / "a.jpg").write_bytes(numbered.jpeg(3))
    source = open_source(str(tmp_path / "a.jpg"))
    assert source.settled
    assert [numbered.read(frame.image) for frame in source] == [3]
    (tmp_path / "a.heic").write_bytes(b"\0\0\0\x24ftypheic" + bytes(50))
    with pytest.raises(SourceError, match="HEIC"):
        list(open_source(str(tmp_path / "a.heic")))
