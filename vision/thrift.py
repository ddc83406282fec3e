"""Processors and memory used sparingly, by what C libraries let a program say of them."""

from __future__ import annotations

import ctypes
import sys

import cv2

LARGE = 6_000_000
"""Bytes from which on a piece of memory is the system's own, and goes back to it at once: a picture of 1920 x 1080, but
not the board's part of it, which every reading takes."""
ROOM = 16_000_000
"""Bytes at the heap's end that are kept for the next pieces: asking for them again and again costs time."""
M_TRIM_THRESHOLD, M_MMAP_THRESHOLD = -1, -3


def be_thrifty() -> None:
    """Do with one thread in OpenCV, and with little memory; for programs that read one film, to be called once.

    Pictures of a film are too small for more threads to help, and OpenCV's threads cost as much when they wait for one
    another as when they work. Large pieces of memory are here few and short (films use their frames' memory again):
    glibc would soon keep them in its heap, where small things that stay come to lie between them.
    """
    cv2.setNumThreads(1)
    if sys.platform == "linux":
        # Other C libraries than glibc have no such function, or one that does nothing.
        libc = ctypes.CDLL(None)
        if hasattr(libc, "mallopt"):
            libc.mallopt(M_MMAP_THRESHOLD, LARGE)
            libc.mallopt(M_TRIM_THRESHOLD, ROOM)
