"""What the hall and a board's worker process tell each other."""

from __future__ import annotations

from typing import Literal

import msgspec

SourceState = Literal["off", "connecting", "live", "lost", "ended", "restarting", "stuck"]


class Order(msgspec.Struct, frozen=True, tag="order"):
    """To the worker: carry out this order (JSON as `recorder.orders` has it)."""

    ticket: int
    line: bytes


class WantPicture(msgspec.Struct, frozen=True, tag="picture"):
    """To the worker: send the latest picture as JPEG."""

    ticket: int
    width: int = 960


class Stop(msgspec.Struct, frozen=True, tag="stop"):
    """To the worker: end in good order; what is pending is told first, the game is not over."""


class Answer(msgspec.Struct, frozen=True, tag="answer"):
    """From the worker: what came of a request.

    Attributes
    ----------
    content : bytes
        A JPEG, or the JSON of the events an order led to; empty where there is nothing.
    refused : str
        Why it was not done, for people; empty where it was. `code` is the same as a key.
    """

    ticket: int
    content: bytes = b""
    refused: str = ""
    code: str = ""


class Woke(msgspec.Struct, frozen=True, tag="woke"):
    """From the worker: the log now goes to this number; all of it is on the disk."""

    seq: int


class Health(msgspec.Struct, frozen=True, tag="health"):
    """From the worker, every second and at each change: how it goes.

    Attributes
    ----------
    source : str
        connecting, live, lost (tried again for ever), or ended.
    message : str
        What is wrong with the source or the files, for the operator; a stream's password is not in it.
    age : float or None
        Seconds since the last picture was looked at.
    late : float
        Seconds from a picture's being taken to its having been looked at, lately.
    looks : float
        Pictures looked at a second, lately.
    size, corners, picture :
        The grid found and the size of the picture in pixels (width, height).
    words : tuple of str
        What is wrong with the view, in coded words: `no_board`, `too_dark`, `too_bright`, `glare`, `blur`,
        `cut_off`, `small`, `covered`, `frozen`.
    reason : str
        Why no board is found, in words.
    idle : float
        Seconds since the recording last did anything; above a limit it hangs.
    """

    source: SourceState
    message: str = ""
    age: float | None = None
    late: float = 0.0
    looks: float = 0.0
    size: int | None = None
    corners: tuple[tuple[float, float], ...] | None = None
    picture: tuple[int, int] | None = None
    words: tuple[str, ...] = ()
    reason: str = ""
    idle: float = 0.0


Asked = Order | WantPicture | Stop
Told = Answer | Woke | Health

_asked = msgspec.msgpack.Decoder(Asked)
_told = msgspec.msgpack.Decoder(Told)


def pack(message: Asked | Told) -> bytes:
    """A message as bytes."""
    return msgspec.msgpack.encode(message)


def unpack_asked(raw: bytes) -> Asked:
    """What the hall asks."""
    return _asked.decode(raw)


def unpack_told(raw: bytes) -> Told:
    """What the worker tells."""
    return _told.decode(raw)
