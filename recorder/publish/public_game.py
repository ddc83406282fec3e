"""A game as everybody may have it: its address, its state, its record, its picture; and the archive of many."""

from __future__ import annotations

import hashlib
import io
import re
import zipfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from xml.etree import ElementTree as ET

import msgspec

from recorder.game_state import GameState
from recorder.hall.records import public_events
from recorder.projection import Projection
from recorder.publish.game import Game, file_name
from recorder.publish.preview import WOOD
from recorder.sgf import to_sgf

_DARK = (
    "@media (prefers-color-scheme: dark) { .wood { fill: #b08a52 } "
    ".lines, .rim { stroke: #2b1f0d } .stars circle { fill: #2b1f0d } }"
)
_EPOCH = (1980, 1, 1, 0, 0, 0)  # of files in archives: the same games make the same archive


@dataclass(frozen=True)
class PublicGame:
    """A game as everybody may have it: no alerts, no rulings, nothing that was withdrawn.

    Attributes
    ----------
    game : Game
    slug : str
        Its part of addresses.
    state : GameState
    sgf : bytes
    """

    game: Game
    slug: str
    state: GameState
    sgf: bytes


def public_games(games: Sequence[Game]) -> list[PublicGame]:
    """The games as everybody may have them, each with an address of its own."""
    return [each for each in map(_public, games, _slugs(games)) if each is not None]


def _slugs(games: Sequence[Game]) -> list[str]:
    """A part of an address for each game, from its identity: never from its place in the list."""
    stems: list[str] = []
    hashes: list[str] = []
    for game in games:
        stem = re.sub(r"[^a-z0-9]+", "-", game.ident.casefold()).strip("-")[:40]
        first = msgspec.json.encode([game.ident, game.board, game.told[0]])
        stems.append(stem)
        hashes.append(hashlib.sha256(first).hexdigest()[:8])
    twice = {stem for stem, count in Counter(stems).items() if count > 1} | {""}
    found = [f"{stem}-{h}".strip("-") if stem in twice else stem for stem, h in zip(stems, hashes, strict=True)]
    for place, slug in enumerate(found):  # two copies of the same game
        if slug in found[:place]:
            found[place] = f"{slug}-{place}"
    return found


def _public(game: Game, slug: str) -> PublicGame | None:
    told = [
        msgspec.structs.replace(event, game=slug, seq=seq) for seq, event in enumerate(public_events(game.told), 1)
    ]  # fmt: skip
    sgf = to_sgf(told, game.facts)
    if sgf is None:
        return None
    projection = Projection(game.board or slug)
    projection.tell(game.facts)
    for event in told:
        projection.take(event)
    return PublicGame(game, slug, projection.public, sgf)


def archive_of(shown: Sequence[PublicGame]) -> bytes:
    """The records of a round in one file."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        taken: set[str] = set()
        for each in shown:
            facts = each.state.facts
            parts = (facts.name or each.game.board, facts.black, facts.white)
            name = file_name(" ".join(filter(None, parts)), each.slug)
            name = f"{name}_{each.slug}" if name.casefold() in taken else name
            taken.add(name.casefold())
            archive.writestr(zipfile.ZipInfo(f"{name}.sgf", _EPOCH), each.sgf)
    return content.getvalue()


def styled(svg: ET.Element) -> bytes:
    """A drawing that bears its colours itself, for pages that show it as a picture."""
    for element in svg.iter():
        for name in element.get("class", "").split():
            for key, value in WOOD.get(name, {}).items():
                element.set(key, value)
        element.attrib.pop("data-point", None)
    style = ET.Element("style")
    style.text = _DARK
    svg.insert(0, style)
    content: bytes = ET.tostring(svg, encoding="utf-8", xml_declaration=True)
    return content


def natural_order(text: str) -> list[tuple[int, int, str]]:
    """A key that sorts `table 2` before `table 10`."""
    return [(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in re.split(r"(\d+)", text) if part]
