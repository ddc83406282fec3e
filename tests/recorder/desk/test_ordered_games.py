"""A sample of the campaign of games with orders."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

_PATH = Path(__file__).parents[2] / "campaigns" / "ordered_games.py"
_SPEC = importlib.util.spec_from_file_location("ordered_games", _PATH)
assert _SPEC is not None
assert _SPEC.loader is not None
ordered: Any = importlib.util.module_from_spec(_SPEC)
sys.modules["ordered_games"] = ordered
_SPEC.loader.exec_module(ordered)


@pytest.mark.parametrize("seed", [3, 11])
def test_what_the_operator_changed_and_put_right_leaves_the_game_as_it_was(seed: int) -> None:
    assert ordered.corrected(seed) == ""


@pytest.mark.parametrize("seed", [5, 8])
def test_faults_ruled_on_and_put_right_leave_record_and_table_alike(seed: int) -> None:
    assert ordered.ruled(seed) == ""
