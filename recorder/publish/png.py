"""Drawings as PNG, without a browser and without installed fonts.

OpenCV paints the shapes larger than they will be and shrinks them, which makes every edge smooth, and writes the
letters in their final size. Its own fonts (since 5.0) hold Latin, Greek, Cyrillic, Chinese, Japanese and Korean.
reportlab's renderPM was weighed: it needs a compiled helper and has no Asian letters. With OpenCV 4 the letters
are Pillow's, which are Latin only.
"""

from __future__ import annotations

from functools import lru_cache
from threading import local
from xml.etree import ElementTree as ET

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from recorder.publish.shapes import Disc, Label, Palette, Strokes, extent, shapes

_FINER = 4  # times as fine while shapes are painted
_SHIFT = 6  # bits of OpenCV's fractional coordinates
_LIMIT = 6000  # pixels of a side
_threads = local()

Picture = NDArray[np.uint8]


def to_png(svg: ET.Element, width: int, palette: Palette | None = None, paper: str = "#ffffff") -> bytes:
    """A drawing as a PNG file.

    Parameters
    ----------
    svg : Element
    width : int
        Pixels; the height follows from the drawing.
    palette : mapping, optional
        Attributes by class that replace the drawing's own.
    paper : str
        Colour behind the drawing.

    Raises
    ------
    ValueError
        Where the picture would be empty or larger than 6000 pixels a side, or the drawing cannot be painted.
    """
    return encode(paint(svg, width, palette, paper))


def encode(picture: Picture) -> bytes:
    """A picture, (H, W, 3) uint8 BGR, as a PNG file."""
    good, content = cv2.imencode(".png", picture, [cv2.IMWRITE_PNG_COMPRESSION, 6])
    if not good:
        raise ValueError("the picture could not be made a PNG")
    return content.tobytes()


def paint(svg: ET.Element, width: int, palette: Palette | None = None, paper: str = "#ffffff") -> Picture:
    """A drawing as a picture, (H, W, 3) uint8 BGR. As `to_png` otherwise."""
    across, down = extent(svg)
    if not (0 < width <= _LIMIT) or across <= 0 or not (0 < (height := round(width * down / across)) <= _LIMIT):
        raise ValueError(f"a picture has from 1 to {_LIMIT} pixels a side, got a width of {width}")
    scale = width / across
    finer = max(1, min(_FINER, 8000 // max(width, height)))
    picture = np.full((height * finer, width * finer, 3), _bgr(paper), np.uint8)
    labels: list[Label] = []
    for shape in shapes(svg, palette):
        if isinstance(shape, Label):
            labels.append(shape)
        else:
            picture = _put(picture, shape, scale * finer)
    if finer > 1:
        picture = np.asarray(cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    for label in labels:
        _write(picture, label, scale)
    return picture


def _put(picture: Picture, shape: Disc | Strokes, scale: float) -> Picture:
    below = picture.copy() if shape.paint.opacity < 1 else None
    if isinstance(shape, Disc):
        _disc(picture, shape, scale)
    else:
        _strokes(picture, shape, scale)
    if below is None:
        return picture
    opacity = shape.paint.opacity
    return np.asarray(cv2.addWeighted(picture, opacity, below, 1 - opacity, 0), np.uint8)


def _fixed(value: float) -> int:
    # OpenCV's pixels have their middle at whole numbers, a drawing's at halves.
    return round((value - 0.5) * (1 << _SHIFT))


def _disc(picture: Picture, disc: Disc, scale: float) -> None:
    centre = _fixed(disc.x * scale), _fixed(disc.y * scale)
    radius, half = disc.radius * scale, disc.paint.width * scale / 2

    def circle(r: float, colour: str) -> None:
        cv2.circle(picture, centre, round(max(r - 0.5, 0.3) * (1 << _SHIFT)), _bgr(colour), -1, cv2.LINE_AA, _SHIFT)

    if disc.paint.stroke and disc.paint.fill:
        circle(radius + half, disc.paint.stroke)
        circle(radius - half, disc.paint.fill)
    elif disc.paint.fill:
        circle(radius, disc.paint.fill)
    elif disc.paint.stroke:
        thick = max(1, round(2 * half - 1))
        whole = round(radius * (1 << _SHIFT))
        cv2.circle(picture, centre, whole, _bgr(disc.paint.stroke), thick, cv2.LINE_AA, _SHIFT)


def _strokes(picture: Picture, strokes: Strokes, scale: float) -> None:
    # OpenCV's smooth edges add half a pixel on either side.
    colour, thick = strokes.paint.stroke, max(1, round(strokes.paint.width * scale - 1))
    for points, closed in strokes.lines:
        path = np.array([[_fixed(x * scale), _fixed(y * scale)] for x, y in points], np.int32)
        if strokes.paint.fill and closed:
            cv2.fillPoly(picture, [path], _bgr(strokes.paint.fill), cv2.LINE_AA, _SHIFT)
        if colour:
            cv2.polylines(picture, [path], closed, _bgr(colour), thick, cv2.LINE_AA, _SHIFT)


def _write(picture: Picture, label: Label, scale: float) -> None:
    size = label.size * scale
    if size < 1 or not label.text.strip() or label.paint.fill is None:
        return
    writing = _letters(label.text, max(round(size), 1), label.bold)
    # Left edge of the advance, base line.
    x = label.x * scale - {"start": 0.0, "middle": 0.5, "end": 1.0}[label.anchor] * writing.shape[1]
    top = label.y * scale - round(1.25 * round(size))
    _blend(picture, writing, round(x), round(top), _bgr(label.paint.fill), label.paint.opacity)


def _blend(picture: Picture, mask: Picture, x: int, y: int, colour: tuple[int, int, int], opacity: float) -> None:
    """Paint a colour through a mask of coverage, (h, w) uint8, whose top left comes to x, y."""
    left, top = max(x, 0), max(y, 0)
    right, bottom = min(x + mask.shape[1], picture.shape[1]), min(y + mask.shape[0], picture.shape[0])
    if left >= right or top >= bottom:
        return
    cover = mask[top - y : bottom - y, left - x : right - x, None].astype(np.float32) * (opacity / 255)
    under = picture[top:bottom, left:right].astype(np.float32)
    picture[top:bottom, left:right] = np.rint(under + (np.array(colour, np.float32) - under) * cover).astype(np.uint8)


@lru_cache(2048)
def _letters(text: str, size: int, bold: bool) -> Picture:
    """A line of text as coverage, (2 * size, width) uint8; the base line is 1.25 * size from its top."""
    if not hasattr(cv2, "FontFace"):
        font = ImageFont.load_default(size)
        wide = max(1, round(font.getlength(text)))
        image = Image.new("L", (wide, 2 * size))
        ImageDraw.Draw(image).text((0, round(1.25 * size)), text, 255, font, anchor="ls", stroke_width=0.4 * bold)
        return np.asarray(image, np.uint8)
    face, weight = _face(), 700 if bold else 400
    left, _, wide, _ = cv2.getTextSize((0, 0), text, (0, 0), face, size, weight)
    # Room beyond the text: OpenCV would begin a new line at the picture's edge.
    mask = np.zeros((2 * size, left + wide + 2 * size, 3), np.uint8)
    cv2.putText(mask, text, (0, round(1.25 * size)), (255, 255, 255), face, size, weight)
    return np.ascontiguousarray(mask[:, : max(left + wide, 1), 0])


def _face() -> cv2.FontFace:
    # A font face is one thread's.
    if not hasattr(_threads, "face"):
        _threads.face = cv2.FontFace("sans")
    face: cv2.FontFace = _threads.face
    return face


def _bgr(colour: str) -> tuple[int, int, int]:
    return int(colour[5:7], 16), int(colour[3:5], 16), int(colour[1:3], 16)
