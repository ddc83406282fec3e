"""`kifuwatch read` on pictures of real-looking boards (rendered by this project)."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import PIL.Image
import pytest
from sgfmill import sgf

from recorder.photo import Photo, PhotoReader, position_sgf
from vision.picture import read_picture

Run = Callable[..., subprocess.CompletedProcess[str]]

PICTURES = Path(__file__).parents[1] / "pictures"
LABELS: dict[str, dict[str, Any]] = {e["file"]: e for e in json.loads((PICTURES / "manifest.json").read_text())}
SMALL, CROWDED, CLOTH = "17.jpg", "22.jpg", "34.jpg"  # 9x9, 19x19, no board


def turned_to_label(rows: list[str], corners: list[list[float]], label: dict[str, Any]) -> list[str]:
    """Rows turned so that they start at the label's first corner; None of the four may be far off."""
    errors = [np.abs(np.roll(corners, -k, axis=0) - np.array(label["corners"])).max() for k in range(4)]
    k = int(np.argmin(errors))
    assert errors[k] < 10
    return ["".join(row) for row in np.rot90(np.array([list(row) for row in rows]), k)]


@pytest.fixture(scope="module")
def small() -> Photo:
    return PhotoReader().read(str(PICTURES / SMALL))


def test_json_lines_come_in_the_order_of_the_arguments_and_say_what_lies_there(kifuwatch: Run) -> None:
    names = [str(PICTURES / name) for name in (CROWDED, CLOTH, SMALL)]
    done = kifuwatch("read", *names, "--json")
    assert done.returncode == 1
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["file"] for line in lines] == names
    assert [line["found"] for line in lines] == [True, False, True]
    assert [line["size"] for line in lines] == [19, None, 9]
    assert lines[1]["reason"]
    for line, name in ((lines[0], CROWDED), (lines[2], SMALL)):
        assert turned_to_label(line["rows"], line["corners"], LABELS[name]) == LABELS[name]["position"]
        first = np.hypot(*np.array(line["corners"]).T)
        assert first.argmin() == 0
        assert line["reason"] is None
        assert 0 < line["ms"] < 60000


def test_the_command_and_the_library_say_the_same(kifuwatch: Run, small: Photo) -> None:
    """image2sgf#9: the window program worked where the command line died."""
    done = kifuwatch("read", PICTURES / SMALL, "--json")
    assert done.returncode == 0
    line = json.loads(done.stdout)
    assert line["rows"] == list(small.position.rows or ())
    assert np.allclose(line["corners"], small.position.corners or ())
    assert line["unsure"] == list(small.position.unsure)


def test_people_get_a_diagram_an_sgf_and_a_picture(kifuwatch: Run, tmp_path: Path, small: Photo) -> None:
    done = kifuwatch("read", PICTURES / SMALL, "-o", tmp_path / "p.sgf", "--overlay", tmp_path / "p.png")
    assert done.returncode == 0
    assert "9 x 9: " in done.stdout
    assert done.stdout.splitlines()[0].split() == list("ABCDEFGHJ")
    game = sgf.Sgf_game.from_bytes((tmp_path / "p.sgf").read_bytes())
    black, white, _ = game.get_root().get_setup_stones()
    rows = small.position.rows
    assert rows is not None
    assert black == {(8 - r, c) for r in range(9) for c in range(9) if rows[r][c] == "X"}
    assert white == {(8 - r, c) for r in range(9) for c in range(9) if rows[r][c] == "O"}
    drawn, plain = read_picture(tmp_path / "p.png"), read_picture(PICTURES / SMALL)
    height, width, _ = plain.shape
    assert drawn.shape[0] == height
    assert drawn.shape[1] > width, "the position as a diagram stands beside the picture"
    different = (np.abs(drawn[:, :width].astype(int) - plain).max(axis=2) > 60).mean()
    assert 0.005 < different < 0.3


def test_several_pictures_fill_a_folder(kifuwatch: Run, tmp_path: Path) -> None:
    shutil.copy(PICTURES / SMALL, tmp_path / "一.jpg")
    shutil.copy(PICTURES / CLOTH, tmp_path / "cloth.jpg")
    (tmp_path / "out").mkdir()
    done = kifuwatch("read", "一.jpg", "cloth.jpg", "-o", "out", "--overlay", tmp_path / "out", cwd=tmp_path)
    assert done.returncode == 1
    assert "一.jpg:" in done.stdout
    assert sorted(p.name for p in (tmp_path / "out").iterdir()) == ["cloth.jpg", "一.jpg", "一.sgf"]


def test_an_overlay_does_not_replace_its_picture(kifuwatch: Run, tmp_path: Path) -> None:
    shutil.copy(PICTURES / SMALL, tmp_path / "p.jpg")
    done = kifuwatch("read", "p.jpg", "--overlay", "p.jpg", cwd=tmp_path)
    assert done.returncode == 2
    assert (tmp_path / "p.jpg").read_bytes() == (PICTURES / SMALL).read_bytes()


@pytest.mark.parametrize(("top", "turns"), [("left", 1), ("right", 3), ("bottom", 2), ("top", 0)])
def test_the_top_of_the_record_is_the_side_that_was_named(small: Photo, top: Any, turns: int) -> None:
    photo = PhotoReader(top=top).read(str(PICTURES / SMALL))
    plain = np.array([list(row) for row in small.position.rows or ()])
    # With the left side on top, the record is the picture turned clockwise.
    assert ["".join(row) for row in np.rot90(plain, -turns)] == list(photo.position.rows or ())


def test_a_picture_that_bears_a_turn_is_read_upright(tmp_path: Path, small: Photo) -> None:
    with PIL.Image.open(PICTURES / SMALL) as upright:
        lying = upright.transpose(PIL.Image.Transpose.ROTATE_90)
    exif = PIL.Image.Exif()
    exif[0x0112] = 6  # to be turned clockwise by a quarter
    lying.save(tmp_path / "phone.png", exif=exif)
    photo = PhotoReader().read(str(tmp_path / "phone.png"))
    assert photo.position.rows == small.position.rows
    assert np.allclose(photo.position.corners or (), small.position.corners or (), atol=0.5)


@pytest.mark.parametrize("ending", ["png", "webp", "bmp", "tiff"])
def test_every_kind_of_picture_is_read_alike(tmp_path: Path, small: Photo, ending: str) -> None:
    lossless: dict[str, Any] = {"lossless": True} if ending == "webp" else {}
    with PIL.Image.open(PICTURES / SMALL) as original:
        original.save(tmp_path / f"p.{ending}", **lossless)
    assert PhotoReader().read(str(tmp_path / f"p.{ending}")).position.rows == small.position.rows


def test_corners_by_hand_are_taken_as_they_are(kifuwatch: Run, small: Photo) -> None:
    corners = small.position.corners
    assert corners is not None
    a, b, c, d = (f"{x:.2f},{y:.2f}" for x, y in corners)
    done = kifuwatch("read", PICTURES / SMALL, "--json", "--size", 9, "--corners", f"{c} {a} {d} {b}")
    line = json.loads(done.stdout)
    assert np.allclose(line["corners"], corners, atol=0.02)
    assert line["rows"] == list(small.position.rows or ())


def test_corners_outside_the_picture_are_refused(kifuwatch: Run) -> None:
    done = kifuwatch("read", PICTURES / SMALL, "--size", 9, "--corners", "0,0 9000,0 9000,9000 0,9000")
    assert done.returncode == 2
    assert "outside" in done.stderr


def test_no_board_has_no_sgf() -> None:
    photo = PhotoReader().read(str(PICTURES / CLOTH))
    with pytest.raises(ValueError, match="no board"):
        position_sgf(photo.position)
