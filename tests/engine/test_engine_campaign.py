"""A small seeded sample of the long campaign against sgfmill and GNU Go."""

import subprocess
import sys
from pathlib import Path

CAMPAIGN = Path(__file__).parent.parent / "campaigns" / "engine_games.py"


def test_random_games_agree_with_sgfmill_and_gnu_go() -> None:
    command = [sys.executable, str(CAMPAIGN), "--games", "60", "--seed", "7", "--max-size", "13"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "all agree" in run.stdout
