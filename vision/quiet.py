"""C libraries kept off the user's screen."""

from __future__ import annotations

import os
import sys


def silence_libraries() -> None:
    """Let only Python write to the standard error from now on; for programs, to be called once.

    What C libraries print there by themselves (libjpeg on a webcam's sloppy pictures: "Corrupt JPEG data")
    helps no user. Messages, progress bars and tracebacks of Python still arrive.
    """
    try:
        sys.stderr.flush()
        kept = os.dup(2)
        nowhere = os.open(os.devnull, os.O_WRONLY)
    except OSError:  # the standard error is closed: there is nothing to keep quiet
        return
    os.dup2(nowhere, 2)
    os.close(nowhere)
    sys.stderr = os.fdopen(kept, "w", buffering=1, encoding=sys.stderr.encoding, errors="backslashreplace")
