"""A console with more viewers than systems let a process have open files at first."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

SCRIPT = """
import sys
from recorder.hall.open_files import allow_many_open_files
print(allow_many_open_files())
held = [open(sys.executable, "rb") for _ in range(400)]
print(len(held))
"""


def test_the_limit_of_open_files_is_raised_as_far_as_it_goes() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with ExitStack() as after:
        after.callback(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))
        environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[3]), "PYTHONWARNINGS": "ignore"}
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT], capture_output=True, text=True, env=environment, check=True
        )
    limit, held = map(int, done.stdout.split())
    assert held == 400
    assert limit >= min(hard, 65536) if hard != resource.RLIM_INFINITY else limit >= 10240
