"""Small seeded samples of the long campaigns: sgfmill, GNU Go, random faults."""

import subprocess
import sys
from pathlib import Path

CAMPAIGNS = Path(__file__).parent.parent / "campaigns"


def run(name: str, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(CAMPAIGNS / name), *options]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_random_games_agree_with_sgfmill_and_gnu_go() -> None:
    done = run("engine_games.py", "--games", "30", "--seed", "7", "--max-size", "9")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "all agree" in done.stdout


def test_random_faults_are_named() -> None:
    done = run("engine_faults.py", "--trials", "200", "--seed", "7", "--prove", "5")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "'wrong': 0" in done.stdout.splitlines()[-1]
