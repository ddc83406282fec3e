"""What the documents say holds: links lead somewhere, commands and options exist."""

import re
import subprocess
import sys
from functools import lru_cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = ["README.md", "CONTRIBUTING.md"]
PROGRAM = Path(sys.executable).with_name("kifuwatch")


@lru_cache
def help_of(*command: str) -> str:
    done = subprocess.run(
        [str(PROGRAM), *command, "--help"],
        capture_output=True,
        text=True,
        check=True,
        # Wide enough that no option's name is broken or cut off.
        env={"COLUMNS": "200", "TERM": "dumb", "PATH": "", "PYTHONUTF8": "1"},
    )
    return done.stdout


def text_of(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_link_to_a_file_leads_to_one(name: str) -> None:
    links = re.findall(r"\]\(([^)#]+)\)", text_of(name))
    assert [link for link in links if "://" not in link and not (ROOT / link).exists()] == []


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_file_and_folder_named_in_the_text_exists(name: str) -> None:
    named = re.findall(r"`((?:vision|engine|calibration|recorder|samples|tests|\.ci)/[\w./-]*)`", text_of(name))
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_every_command_and_option_in_the_readme_exists() -> None:
    text = text_of("README.md")
    # A command of several parts (`kifuwatch tournament boards`) has a help of its own.
    found = re.findall(r"(?:`|bin/|^)kifuwatch ([a-z]+)(?: (?!FOLDER)([a-z]+) )?", text, re.MULTILINE)
    commands = {tuple(part for part in words if part) for words in found}
    assert commands
    helps = {command: help_of(*command) for command in commands}
    options = set(re.findall(r"(?<![\w-])(--[a-z][a-z-]+)", text)) - {"--help"}
    everywhere = " ".join(helps.values())
    assert {option for option in options if option not in everywhere} == set()


def test_the_readme_has_one_command_to_record_and_one_to_test() -> None:
    for name in ("record", "test"):
        blocks = re.findall(rf"<!-- ci: {name} -->\n```sh\n(.*)\n```\n", text_of("README.md"))
        assert len(blocks) == 1
        assert blocks[0].startswith("python3 -m venv .venv && .venv/bin/pip install -q ")
