"""Importing is quiet and quick to understand: every module loads alone and says what it is."""

import ast
import importlib
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("vision", "engine", "calibration", "recorder")
MODULES = sorted(path for name in PACKAGES for path in (ROOT / name).rglob("*.py"))
NAMES = [".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for path in MODULES]


@pytest.mark.parametrize("path", MODULES, ids=NAMES)
def test_every_module_and_every_public_thing_in_it_says_what_it_is(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    assert ast.get_docstring(tree), f"{path.name} has no docstring"
    silent = [
        node.name
        for node in tree.body
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
        and not node.name.startswith("_")
        and not ast.get_docstring(node)
    ]
    assert silent == []


@pytest.mark.parametrize("name", NAMES)
def test_every_name_that_a_module_offers_is_there(name: str) -> None:
    module = importlib.import_module(name)
    assert [offered for offered in getattr(module, "__all__", []) if not hasattr(module, offered)] == []


def test_the_engine_runs_without_anything_but_python() -> None:
    # -I -S: neither the folder nor any installed package can be seen, only the standard library.
    names = [name for name in NAMES if name.split(".")[0] == "engine"]
    script = f"import sys; sys.path.insert(0, {str(ROOT)!r})\n" + "".join(f"import {name}\n" for name in names)
    done = subprocess.run([sys.executable, "-I", "-S", "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""


def test_no_two_rooms_share_a_drawer_for_odds_and_ends() -> None:
    assert [path.name for path in MODULES if path.stem in ("utils", "util", "core", "helpers", "common")] == []
