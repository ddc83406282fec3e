"""Running `kifuwatch` as users do: a process of its own, in a terminal wide enough that no message breaks."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest


class Command:
    """The command line."""

    environment = os.environ | {"COLUMNS": "200", "PYTHONPATH": str(Path(__file__).parents[2])}

    def words(self, *words: object) -> list[str]:
        return [sys.executable, "-m", "recorder.cli", *map(str, words)]

    def __call__(self, *words: object, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
        """What a run said and how it ended; never a traceback."""
        done = subprocess.run(
            self.words(*words),
            capture_output=True,
            text=True,
            check=False,
            cwd=cwd,
            timeout=300,
            env=self.environment,
        )
        assert "Traceback" not in done.stdout + done.stderr
        return done

    def start(self, *words: object, cwd: Path) -> subprocess.Popen[str]:
        """Begin a run whose standard output is read while it goes on."""
        return subprocess.Popen(
            self.words(*words),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=cwd,
            env=self.environment,
        )


@pytest.fixture(scope="session")
def kifuwatch() -> Command:
    return Command()
