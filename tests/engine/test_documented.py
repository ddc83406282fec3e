"""Every public thing of the engine says what it is, and what bears rules says where they are written."""

import ast
import re
from collections.abc import Iterator
from importlib.resources import files

import pytest

MODULES = sorted(each.name for each in files("engine").iterdir() if each.name.endswith(".py") and each.name[0] != "_")
SOURCE = re.compile(
    r"article|D[013]-[A-Z]+|Chinese rules|Benson|SGF|GTP|FF\[4\]|AGA|Ing's rules|catalogue|irregularities\.toml", re.I
)
WITHOUT_RULES = {
    # Notation, boards and searches: what they compute is defined by what they use.
    "arrangement",
    "catalogue",
    "errors",
    "explain",
    "explanation",
    "picture",
    "regions",
    "search",
    "wording",
}


def tree(module: str) -> ast.Module:
    return ast.parse(files("engine").joinpath(module).read_text(encoding="utf-8"))


def public(node: ast.Module | ast.ClassDef, prefix: str = "") -> Iterator[tuple[str, ast.AST]]:
    """Public classes, functions, methods and properties with their dotted names."""
    for child in node.body:
        if isinstance(child, ast.ClassDef | ast.FunctionDef) and child.name[0] != "_":
            yield prefix + child.name, child
            if isinstance(child, ast.ClassDef):
                yield from public(child, f"{prefix}{child.name}.")


@pytest.mark.parametrize("module", MODULES)
def test_everything_public_is_documented(module: str) -> None:
    assert ast.get_docstring(tree(module)), module
    silent = [
        name
        for name, node in public(tree(module))
        if isinstance(node, ast.ClassDef | ast.FunctionDef)
        and not ast.get_docstring(node)
        and not any(isinstance(each, ast.Name) and each.id == "overload" for each in node.decorator_list)
    ]
    assert not silent


@pytest.mark.parametrize("module", [name for name in MODULES if name.removesuffix(".py") not in WITHOUT_RULES])
def test_modules_that_bear_rules_say_where_they_are_written(module: str) -> None:
    assert SOURCE.search(ast.get_docstring(tree(module)) or ""), module


@pytest.mark.parametrize("module", MODULES)
def test_modules_are_of_a_size_to_be_read(module: str) -> None:
    assert len(files("engine").joinpath(module).read_text(encoding="utf-8").splitlines()) <= 250


def test_every_penalty_and_irregularity_names_its_articles() -> None:
    from engine.catalogue import catalogue
    from engine.rulesets import RULESETS

    for rules in RULESETS.values():
        assert rules.sgf_name
        for name, penalty in rules.penalties.items():
            assert name in catalogue()
            assert penalty.articles, (rules.name, name)
    assert all(each.articles for each in catalogue().values())
