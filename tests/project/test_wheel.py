"""What is installed: the four packages, what they need to run, and nothing else."""

import configparser
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path, PurePosixPath

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = {"vision", "engine", "calibration", "recorder"}
# Programs, the mark of typed packages, networks, texts and pages that programs show, and the demonstration's film.
SUFFIXES = {".py", ".onnx", ".txt", ".toml", ".json", ".svg", ".html", ".css", ".js", ".mp4"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[zipfile.ZipFile]:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, stdin=subprocess.DEVNULL, capture_output=True)
    (built,) = folder.glob("*.whl")
    with zipfile.ZipFile(built) as archive:
        yield archive


def paths(wheel: zipfile.ZipFile) -> list[PurePosixPath]:
    return [PurePosixPath(name) for name in wheel.namelist()]


def test_the_wheel_holds_the_four_packages_and_its_own_facts(wheel: zipfile.ZipFile) -> None:
    tops = {path.parts[0] for path in paths(wheel)}
    (facts,) = (top for top in tops if top.endswith(".dist-info"))
    assert tops - {facts} == PACKAGES
    assert facts.startswith("kifuwatch-")


def test_the_wheel_holds_only_what_the_packages_need(wheel: zipfile.ZipFile) -> None:
    odd = [
        str(path)
        for path in paths(wheel)
        if path.parts[0] in PACKAGES and path.suffix not in SUFFIXES and path.name != "py.typed"
    ]
    assert odd == []
    assert not [path for path in paths(wheel) if "__pycache__" in path.parts or "tests" in path.parts]


def test_the_wheel_holds_every_file_of_the_packages_that_git_keeps(wheel: zipfile.ZipFile) -> None:
    command = ["git", "ls-files", *sorted(PACKAGES)]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    kept = listed.stdout.splitlines()
    if listed.returncode != 0 or not kept:  # an unpacked copy without git: the files that lie there
        kept = [str(path.relative_to(ROOT)) for name in PACKAGES for path in (ROOT / name).rglob("*.py")]
    assert set(kept) <= set(wheel.namelist())


def test_each_package_is_marked_as_typed(wheel: zipfile.ZipFile) -> None:
    assert {f"{name}/py.typed" for name in PACKAGES} <= set(wheel.namelist())


def test_the_networks_are_in_the_wheel_and_small_enough_to_ship(wheel: zipfile.ZipFile) -> None:
    networks = [entry for entry in wheel.infolist() if entry.filename.endswith(".onnx")]
    assert networks
    assert sum(entry.file_size for entry in networks) < 20_000_000


def test_the_wheel_says_what_it_is(wheel: zipfile.ZipFile) -> None:
    (facts,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
    head = wheel.read(facts).decode("utf-8").partition("\n\n")[0].splitlines()
    assert "Name: kifuwatch" in head
    assert "License-Expression: MIT" in head
    assert "Requires-Python: >=3.11" in head
    assert any(name.endswith("licenses/LICENSE") for name in wheel.namelist())
    (entry,) = (name for name in wheel.namelist() if name.endswith("entry_points.txt"))
    points = configparser.ConfigParser()
    points.read_string(wheel.read(entry).decode())
    assert dict(points["console_scripts"]) == {"kifuwatch": "recorder.cli:main"}


def test_the_installed_version_is_the_projects() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert metadata.version("kifuwatch") == project["version"]


def test_every_dependency_has_a_lower_bound_that_the_checks_version_meets() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    lines = (ROOT / ".ci" / "constraints.txt").read_text("utf-8").splitlines()
    pinned = {line.partition("==")[0].lower() for line in lines if "==" in line}
    for requirement in [*project["dependencies"], *project["optional-dependencies"]["dev"]]:
        name, bound, _ = requirement.partition(">=")
        assert bound, f"{requirement} has no lower bound"
        assert name.strip().lower() in pinned, f"{name} is missing in .ci/constraints.txt"
