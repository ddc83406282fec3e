"""Pictures from files."""

from __future__ import annotations

import os
from io import BytesIO
from pathlib import Path

import numpy as np
import PIL.Image
import PIL.ImageOps
from numpy.typing import NDArray

from vision.frame import Image
from vision.source import SourceError

SUFFIXES = frozenset({".jpg", ".jpeg", ".jpe", ".png", ".webp", ".tif", ".tiff", ".bmp"})
"""Endings by which pictures are found in a folder; `read_picture` itself looks at the content."""

RAW_SUFFIXES = frozenset({".arw", ".cr2", ".cr3", ".dng", ".nef", ".orf", ".raf", ".rw2"})
HEIC_BRANDS = frozenset({b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"})
LARGEST = 256_000_000  # pixels: the largest phone sensors have 200 million

# The library's own limit lies below what phones deliver, and its warning would reach the user's screen.
PIL.Image.MAX_IMAGE_PIXELS = None


def read_picture(path: str | os.PathLike[str]) -> Image:
    """Read a picture as it is meant to be looked at.

    Parameters
    ----------
    path : path of a JPEG, PNG, WebP, TIFF or BMP file
        The orientation noted by the camera (EXIF) is applied. Grey, 16 bit and CMYK pictures become 8 bit
        colour; what is transparent becomes white.

    Returns
    -------
    ndarray of shape (H, W, 3), uint8
        Blue, green, red.

    Raises
    ------
    SourceError
        Where there is no such file, or it holds no picture, or only a part of one.
    """
    data = _content(Path(path))
    try:
        with PIL.Image.open(BytesIO(data)) as opened:
            if opened.width * opened.height > LARGEST:
                raise SourceError(f"{path} has {opened.width} x {opened.height} pixels: make it smaller")
            opened.load()
            upright = PIL.ImageOps.exif_transpose(opened)
            rgb = _rgb(upright)
    except PIL.UnidentifiedImageError:
        raise SourceError(f"{path} is no picture that can be read: {_advice(Path(path), data)}") from None
    except SourceError:
        raise
    except Exception as error:  # a damaged file makes the decoders raise nearly anything
        raise SourceError(f"{path} is damaged or broken off: copy it again ({error})") from None
    return np.ascontiguousarray(rgb[..., ::-1])


def _content(path: Path) -> bytes:
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise SourceError(f"{path}: there is no such file, check the name") from None
    except IsADirectoryError:
        raise SourceError(f"{path} is a folder, not a picture: name the pictures in it") from None
    except PermissionError:
        raise SourceError(f"{path} may not be read: check the file's permissions") from None
    except (OSError, ValueError) as error:
        raise SourceError(f"{path} cannot be read: {error}") from None
    if not data:
        raise SourceError(f"{path} is empty (0 bytes): copy it again")
    if path.suffix.lower() in RAW_SUFFIXES:
        # These pass for TIFF files, but all that can be had from them is a thumbnail.
        raise SourceError(f"{path} is a camera's raw file, which cannot be read: save it as JPEG")
    return data


def _advice(path: Path, data: bytes) -> str:
    if data[4:8] == b"ftyp":
        if data[8:12] in HEIC_BRANDS or path.suffix.lower() in (".heic", ".heif"):
            return "HEIC pictures must be saved as JPEG (iPhone: Settings, Camera, Formats, Most Compatible)"
        return "it looks like a film; `kifuwatch record` reads films"
    return "use a JPEG, PNG, WebP, TIFF or BMP file"


def _rgb(picture: PIL.Image.Image) -> NDArray[np.uint8]:
    if picture.mode.startswith("I"):  # 16 bit grey, in 16 or 32 bit numbers
        grey = np.clip(np.asarray(picture).astype(np.int64), 0, 65535) // 257
        return np.repeat(grey[..., None], 3, axis=2).astype(np.uint8)
    if picture.mode == "F":  # 0 to 1, where a file sticks to the custom; else as 8 bit
        values = np.nan_to_num(np.asarray(picture, np.float64))
        values = values * 255 if values.max(initial=0) <= 1 else values
        return np.repeat(np.clip(values, 0, 255)[..., None], 3, axis=2).astype(np.uint8)
    if picture.has_transparency_data:
        layer = picture.convert("RGBA")
        paper = PIL.Image.new("RGBA", layer.size, "white")
        picture = PIL.Image.alpha_composite(paper, layer)
    return np.asarray(picture.convert("RGB"), np.uint8)
