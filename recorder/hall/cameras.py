"""Cameras of this machine by what stays the same when they are plugged in anew."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import msgspec

from vision.device import probe_camera

PROBED = 4
"""Numbers that are tried where the system has no list of cameras."""
PATIENCE = 12.0
"""Seconds a camera has for a preview."""


class Camera(msgspec.Struct, frozen=True, kw_only=True):
    """A camera.

    Attributes
    ----------
    id : str
        What a board takes as its source.
    name : str
        What its maker calls it.
    device : str
        Where it is now.
    stable : bool
        Whether the identity stays when cameras are plugged in in another order.
    used_by : str
        The board that has it; empty for none.
    """

    id: str
    name: str
    device: str
    stable: bool
    used_by: str = ""


def list_cameras(
    used: Mapping[str, str], devices: Path = Path("/dev"), system: Path = Path("/sys/class/video4linux")
) -> list[Camera]:
    """The cameras there are.

    On Linux by their maker's serial number (`/dev/v4l/by-id`); cameras that have none, or have the same, by the
    socket they are in (`/dev/v4l/by-path`). Elsewhere by their number alone.

    Parameters
    ----------
    used : mapping
        By source: the board that has it.
    devices, system : Path
        Where the system lists devices and what it knows of them.
    """
    if sys.platform != "linux":
        return [
            Camera(id=str(n), name=f"camera {n}", device=str(n), stable=False, used_by=used.get(str(n), ""))
            for n in range(PROBED)
            if str(n) in used or probe_camera(n, PATIENCE)
        ]
    nodes = [
        path for path in devices.glob("video*") if path.name[5:].isdecimal() and _takes_pictures(system, path.name)
    ]
    nodes.sort(key=lambda path: int(path.name[5:]))
    names = {path: _read(system / path.name / "name") or path.name for path in nodes}
    ids, places = _links(devices / "v4l" / "by-id"), _links(devices / "v4l" / "by-path")
    alike = Counter(names.values())
    named = Counter(names[path] for path in nodes if path.resolve() in ids)
    found = []
    for path in nodes:
        real, name = path.resolve(), names[path]
        # Where one of several alike has no name of its own, whose that one is depends on the order of plugging in.
        sure = named[name] == alike[name]
        link = (ids.get(real) if sure else None) or places.get(real)
        source = str(link or path)
        owner = used.get(source) or used.get(str(path)) or used.get(path.name[5:]) or ""
        found.append(Camera(id=source, name=name, device=str(path), stable=link is not None, used_by=owner))
    return found


def _takes_pictures(system: Path, name: str) -> bool:
    # A camera's further nodes carry descriptions of pictures, not pictures.
    return (_read(system / name / "index") or "0") == "0"


def _read(path: Path) -> str:
    try:
        return path.read_text(errors="replace").strip()
    except OSError:
        return ""


def _links(folder: Path) -> dict[Path, Path]:
    if not folder.is_dir():
        return {}
    return {link.resolve(): link for link in sorted(folder.iterdir(), reverse=True)}


def preview_of(camera: str, width: int = 640) -> bytes:
    """A picture of a camera as JPEG; empty where it gives none.

    Taken by a process of its own: a driver may hang or crash.
    """
    command = [sys.executable, "-m", "recorder.hall.snapshot", camera, str(width)]
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE, check=False)
    except subprocess.TimeoutExpired:
        return b""
    return done.stdout if done.returncode == 0 else b""
