"""Connecting to cameras and streams, and saying why it does not work."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import socket
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

import cv2

from vision.backend import open_capture
from vision.source import SourceError

CAMERA_SIZE = (1280, 720)  # asked for; the driver gives the nearest it has
STREAM_TIMEOUT = 5.0  # seconds for opening, and for each read
PROBE_TIMEOUT = 20.0
BACKENDS = {"linux": cv2.CAP_V4L2, "darwin": cv2.CAP_AVFOUNDATION}
PORTS = {"http": 80, "https": 443, "rtsp": 554, "rtsps": 322, "rtmp": 1935}


def connect_camera(camera: int | str) -> cv2.VideoCapture:
    """Open a camera by its number, or on Linux by its device path.

    A path under /dev/v4l/by-id stays with the same camera wherever it is plugged in.

    Raises
    ------
    SourceError
        Where there is no such camera, it may not be opened, or another program holds it.
    """
    name = f"camera {camera}" if isinstance(camera, int) else camera
    target = camera
    if sys.platform == "linux":
        # Followed anew each time: a camera that comes back may have another number.
        target = os.path.realpath(f"/dev/video{camera}" if isinstance(camera, int) else camera)
        _check_device(name, target)
    elif isinstance(camera, int) and not probe_camera(camera):
        where = "System Settings, Privacy, Camera" if sys.platform == "darwin" else "the privacy settings"
        raise SourceError(
            f"{name} gives no picture: check that it is plugged in, that no other program uses it, and that "
            f"this program may use the camera ({where})"
        )
    capture = open_capture(target, BACKENDS.get(sys.platform, cv2.CAP_ANY))
    if capture is None:
        raise SourceError(
            f"{name} is there but gives no picture: another program may be using it (close that one), or it "
            f"is no camera but a side channel of one{_others(target)}"
        )
    # Compressed pictures: most cameras give larger ones only so, at their full rate.
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, CAMERA_SIZE[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, CAMERA_SIZE[1])
    return capture


def connect_stream(address: str) -> cv2.VideoCapture:
    """Open a stream: rtsp, or http with pictures in a row (mjpeg).

    Raises
    ------
    SourceError
        Where its host cannot be reached, wants a password, or sends no stream.
    """
    milliseconds = round(STREAM_TIMEOUT * 1000)
    settings = [
        *(cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, milliseconds),
        *(cv2.CAP_PROP_READ_TIMEOUT_MSEC, milliseconds),
        # Each decoding thread would hold back one more picture.
        *(cv2.CAP_PROP_N_THREADS, 1),
    ]
    capture = open_capture(address, cv2.CAP_FFMPEG, settings)
    if capture is None:
        raise SourceError(f"{shown_address(address)} cannot be opened: {fault_of(address)}")
    return capture


def shown_address(address: str) -> str:
    """The address as it may be shown: without its password."""
    return re.sub(r"(?<=://)([^/@:]*):[^/]*@", r"\1:***@", address)


def probe_camera(number: int, timeout: float = PROBE_TIMEOUT) -> bool:
    """Whether a camera gives a picture, asked in a process of its own, which may crash or hang."""
    script = (
        "import sys, cv2; c = cv2.VideoCapture(int(sys.argv[1])); sys.exit(0 if c.isOpened() and c.read()[0] else 3)"
    )
    command = [sys.executable, "-c", script, str(number)]
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=timeout,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def _check_device(name: str, path: str) -> None:
    import fcntl

    try:
        descriptor = os.open(path, os.O_RDWR | os.O_NONBLOCK)
    except OSError as error:
        raise SourceError(f"{name} {_device_fault(path, error)}") from None
    try:
        fcntl.ioctl(descriptor, 0x80685600, bytes(104))  # VIDIOC_QUERYCAP: what can you do?
    except OSError as error:
        if error.errno in (errno.ENOTTY, errno.EINVAL):
            raise SourceError(f"{name} is a device but no camera{_others(path)}") from None
        raise SourceError(f"{name} {_device_fault(path, error)}") from None
    finally:
        os.close(descriptor)


def _device_fault(path: str, error: OSError) -> str:
    if error.errno in (errno.ENOENT, errno.ENODEV, errno.ENXIO):
        return f"is not there: plug the camera in{_others(path)}"
    if error.errno in (errno.EACCES, errno.EPERM):
        return "may not be opened: add yourself to the group `video` (sudo usermod -aG video $USER), then log in again"
    if error.errno == errno.EBUSY:
        return "is being used by another program: close that one"
    return f"cannot be opened: {error.strerror}"


def _others(path: str | int) -> str:
    found = sorted(str(device) for device in Path("/dev").glob("video*") if str(device) != str(path))
    return f" (there is: {', '.join(found)})" if found else " (no other camera is connected)"


def fault_of(address: str) -> str:
    """Why nothing can be read from an address, found out by asking its host."""
    parts = urllib.parse.urlsplit(address)
    try:
        port = parts.port or PORTS.get(parts.scheme)
    except ValueError:
        return "its port is no number"
    if not parts.hostname:
        return "the name of the host is missing"
    if port is None:
        return "check the address"
    try:
        with contextlib.closing(socket.create_connection((parts.hostname, port), STREAM_TIMEOUT)):
            pass
    except socket.gaierror:
        return f"there is no host of the name {parts.hostname}"
    except TimeoutError:
        return f"{parts.hostname} does not answer on port {port}: is the camera on and in the same network?"
    except OSError as error:
        return f"{parts.hostname} refuses port {port} ({error.strerror}): is the stream started?"
    if parts.scheme in ("http", "https"):
        return _http_fault(address)
    return "the host answers, but not with a stream: check the path, name and password"


def _http_fault(address: str) -> str:
    parts = urllib.parse.urlsplit(address)
    bare = parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()
    try:
        with urllib.request.urlopen(bare, timeout=STREAM_TIMEOUT) as answer:
            return f"it sends {answer.headers.get_content_type()}, not a stream of pictures: check the path"
    except urllib.error.HTTPError as error:
        if error.code in (401, 403):
            return f"it wants a name and a password: write {parts.scheme}://NAME:PASSWORD@{parts.hostname}/..."
        return f"the host answers {error.code} ({error.reason}): check the path"
    except (OSError, ValueError) as error:
        return f"the host answers, but sends no stream: {error}"
