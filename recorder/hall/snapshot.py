"""`python -m recorder.hall.snapshot SOURCE WIDTH`: one picture of a camera as JPEG on standard output."""

from __future__ import annotations

import sys
from contextlib import closing

from recorder.hall.picture import to_jpeg
from vision.quiet import silence_libraries
from vision.source import SourceError
from vision.sources import open_source

SETTLING = 1.0
"""Seconds a camera gets to find its exposure."""


def main() -> int:
    """Print the picture; the exit status."""
    silence_libraries()
    try:
        with closing(open_source(sys.argv[1])) as source:
            for frame in source:
                if frame.time >= SETTLING or not source.live:
                    sys.stdout.buffer.write(to_jpeg(frame.image, int(sys.argv[2])))
                    return 0
    except SourceError as error:
        print(error, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
