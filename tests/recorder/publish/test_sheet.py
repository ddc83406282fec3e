"""Diagrams on paper and on screens: what is drawn, and that letters of every script really show."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from playwright.sync_api import Browser
from sgfmill import boards

from recorder import events
from recorder.facts import GameFacts
from recorder.publish import figure as figures
from recorder.publish.lettering import lines, width
from recorder.publish.pdf import to_pdf
from recorder.publish.png import to_png
from recorder.publish.shapes import Disc, shapes
from recorder.publish.sheet import notes, sheet
from recorder.record import fold
from recorder.web.languages import Texts

Game = Callable[[int], tuple[list[events.Event], boards.Board]]
Play = Callable[..., tuple[list[events.Event], boards.Board]]

FACTS = GameFacts(
    black="柯洁", black_rank="9段", white="신진서", white_rank="9단", event="Łódź 2026", round="3", place="さいたま"
)
KO = ["Bba", "Wca", "Bab", "Wdb", "Bbc", "Wcc", "Bcb", "Wbb", "Bee", "Wed", "Bcb", "Wde", "B..", "Wbb"]


def drawing_of(told: list[events.Event], language: str = "en") -> ET.Element:
    record = fold(told)
    assert record is not None
    return sheet(figures.numbered(record, 1, min(100, figures.last_number(record))), FACTS, Texts(language))


def decoded(content: bytes) -> NDArray[np.uint8]:
    picture = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return np.asarray(picture, np.uint8)


def blurred(picture: NDArray[np.uint8]) -> NDArray[np.float32]:
    return np.asarray(cv2.GaussianBlur(picture.astype(np.float32), (0, 0), 4), np.float32)


def test_what_is_below_the_board_is_said_in_the_readers_language(play: Play) -> None:
    record = fold(play(KO, 5)[0])
    assert record is not None
    drawn = figures.numbered(record)
    assert notes(drawn, Texts("en")) == ["11 at 7", "14 at 8", "13 pass"]
    assert notes(drawn, Texts("zh_hans")) == ["11＝7", "14＝8", "13 虚着"]


def test_the_png_shows_what_a_browser_makes_of_the_svg(game: Game, chromium: Browser) -> None:
    drawing = drawing_of(game(0)[0])
    ours = decoded(to_png(drawing, 900))
    page = chromium.new_page(viewport={"width": ours.shape[1], "height": ours.shape[0]})
    svg = ET.tostring(drawing, encoding="unicode")
    page.set_content(f"<style>body{{margin:0}}svg{{display:block;width:100vw;height:auto}}</style>{svg}")
    theirs = decoded(page.screenshot())
    page.close()
    difference = np.abs(blurred(ours) - blurred(theirs))
    # Lines, stones, numbers and letters are in the same places in the same weight; only the letters' forms differ.
    assert difference.mean() < 3.5
    assert np.quantile(difference, 0.99) < 35
    empty = np.full_like(ours, 255)
    assert np.abs(blurred(empty) - blurred(theirs)).mean() > 20  # the measure can fail


@pytest.mark.parametrize("size", [5, 9, 13, 25])
def test_every_stone_is_where_its_point_is_on_any_size(play: Play, size: int) -> None:
    corner, far = "aa", chr(96 + size) * 2
    drawing = drawing_of(play([f"B{corner}", f"W{far}"], size)[0])
    across = float(drawing.get("viewBox", "").split()[2])
    picture = decoded(to_png(drawing, 1000))
    found: dict[str, tuple[float, float]] = {}
    for shape in shapes(drawing):
        if isinstance(shape, Disc) and shape.radius > 9:
            fill = shape.paint.fill or ""
            found[fill] = (shape.x * 1000 / across, shape.y * 1000 / across)
    (bx, by), (wx, wy) = found["#000000"], found["#ffffff"]
    assert wx - bx == pytest.approx(wy - by)
    away = 1000 / across * 8  # beside the number
    assert picture[round(by), round(bx - away)].max() < 40
    assert picture[round(wy), round(wx - away)].min() > 215


def test_letters_of_all_scripts_show_in_the_png() -> None:
    def ink(text: str) -> int:
        svg = ET.Element("svg", {"viewBox": "0 0 200 40"})
        ET.SubElement(svg, "text", {"x": "2", "y": "30", "font-size": "24"}).text = text
        return int((decoded(to_png(svg, 400)) < 128).sum())

    assert ink(" ") == 0
    # A letter that no font has is a question mark or a box, the same for all.
    drawn = [ink(letter) for letter in "柯洁신はЖŘ9"]
    assert min(drawn) > 50
    assert len(set(drawn)) == len(drawn)


def test_a_pdf_keeps_every_name_and_shows_it(tmp_path: Path, game: Game) -> None:
    path = tmp_path / "figure.pdf"
    path.write_bytes(to_pdf(drawing_of(game(0)[0], "zh_hans"), "柯洁 - 신진서"))
    text = subprocess.run(["pdftotext", "-layout", path, "-"], capture_output=True, check=True).stdout.decode()
    for said in ("柯洁 9段", "신진서 9단", "Łódź 2026", "さいたま", "第 1–100 手", "100"):
        assert said in text
    subprocess.run(["pdftoppm", "-r", "100", "-png", path, tmp_path / "page"], check=True)
    (page,) = tmp_path.glob("page*.png")
    shown, drawing = decoded(page.read_bytes()), drawing_of(game(0)[0], "zh_hans")
    ours = decoded(to_png(drawing, shown.shape[1]))[: shown.shape[0]]
    difference = np.abs(blurred(shown[: ours.shape[0]]) - blurred(ours))
    assert difference.mean() < 5


def test_lines_break_between_words_and_beside_wide_letters_and_never_lose_one() -> None:
    text = "44 at 12, after 50: 黑子提取，白子取走。Jürgen O'Brien-Łódź"
    for room in (30, 60, 100, 200):
        broken = lines(text, 12, room)
        assert "".join(broken).replace(" ", "") == text.replace(" ", "")
        assert all(width(line, 12) <= room for line in broken)
    assert all(line[0] not in "，。" for line in lines("黑子提取，白子取走。" * 5, 12, 61))


def test_what_a_drawing_cannot_hold_is_refused() -> None:
    svg = ET.Element("svg", {"viewBox": "0 0 10 10"})
    ET.SubElement(svg, "ellipse")
    with pytest.raises(ValueError, match="<ellipse> cannot be painted"):
        to_png(svg, 100)
    with pytest.raises(ValueError, match="6000 pixels"):
        to_png(ET.Element("svg", {"viewBox": "0 0 10 10"}), 7000)
