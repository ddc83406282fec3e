"""An event as a folder of files that any web server can serve: pages, boards, records, without us behind them.

    index.html                 the last round
    rounds/NAME.html, .zip     each round's boards, and its records
    games/GAME/index.html      a game to step through
    games/GAME/game.sgf, game.json, board.svg, diagram.pdf, preview.png
    event.json                 all games, for programs
    static/                    styles and scripts

Only what everybody may know is in it: no alerts, no rulings, nothing that was withdrawn. All links are relative,
nothing is asked of another server, and the pages forbid themselves anything else (Content-Security-Policy).
"""

from __future__ import annotations

import datetime
import json
from collections import Counter
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from xml.etree import ElementTree as ET

import msgspec
from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

from recorder.publish import figure
from recorder.publish.game import Game, file_name
from recorder.publish.pdf import to_pdf
from recorder.publish.preview import preview
from recorder.publish.public_game import PublicGame, archive_of, natural_order, public_games, styled
from recorder.publish.rounds import Round, rounds_of
from recorder.publish.sheet import about, board, names, sheet
from recorder.publish.site_folder import LIST, MARK, SiteFolder
from recorder.record import fold
from recorder.web import words
from recorder.web.languages import Texts

_STATIC = ("base.css", "board.css", "game.css", "drawing.js", "game.js", "play.js", "texts.js", "icon.svg")
_OWN = ("site.css", "site.js")
_SECTIONS = ("colour", "players", "position", "moves")


def write_site(games: Sequence[Game], folder: Path, texts: Texts, *, title: str = "", address: str = "") -> int:
    """Write the pages; what an earlier export left of games that are gone is taken away.

    Parameters
    ----------
    games : sequence of Game
    folder : Path
        Made where it is not there. A folder that holds something else is refused.
    texts : Texts
        The pages' language.
    title : str
        The event's name; by default the one most games give.
    address : str
        Where the folder will be served (`https://example.org/open/`): link previews need it.

    Returns
    -------
    int
        How many games there are.

    Raises
    ------
    SiteError
        Where the folder holds what is not ours.
    ValueError
        Where there is no game.
    OSError
        Where it cannot be written.
    """
    if not games:
        raise ValueError("there is no game to publish")
    target = SiteFolder(folder)
    shown = public_games(games)
    site = _Site(shown, target, texts, title, address)
    for name in (*_STATIC, *_OWN):
        target.put(f"static/{name}", _asset(name))
    for each in shown:
        site.game(each)
    rounds = site.rounds()
    # The list and the first page come last: whoever looks meanwhile finds nothing that leads nowhere.
    site.index(rounds)
    target.finish()
    return len(shown)


class _Site:
    def __init__(self, shown: Sequence[PublicGame], target: SiteFolder, texts: Texts, title: str, address: str) -> None:
        self._shown, self._target, self._t = shown, target, texts
        counts = Counter(each.game.facts.event for each in shown if each.game.facts.event)
        self._title = title or (counts.most_common(1)[0][0] if counts else "kifuwatch")
        self._address = address.rstrip("/") + "/" if address else ""
        self._made = texts("export.made", date=datetime.date.today().isoformat())
        self._rounds = rounds_of(shown, texts)

    def _render(self, template: str, up: str, current: str | None, **values: object) -> bytes:
        rounds = [
            {"path": each.page, "name": each.heading, "short": each.name or "–", "current": each.name == current}
            for each in self._rounds
        ]
        shared = {"t": self._t, "up": up, "event": self._title, "rounds": rounds, "made": self._made, "picture": None}
        return _environment().get_template(template).render(shared | values).encode()

    def game(self, each: PublicGame) -> None:
        """The files of a game."""
        folder, t, facts = f"games/{each.slug}", self._t, each.state.facts
        record = fold(each.game.told)
        assert record is not None
        position = figure.position(record)
        black, white = names(facts, t)
        title = f"{black} – {white}"
        status, tone = words.status(each.state, "", t)
        self._target.put(f"{folder}/game.sgf", each.sgf)
        small = board(position, coordinates=False, title=self._words(each))
        self._target.put(f"{folder}/board.svg", styled(small))
        page = self._render(
            "site_game.html",
            "../../",
            each.game.facts.round.strip(),
            title=title,
            description=" · ".join(filter(None, (status, about(facts, t)))),
            picture=f"{self._address}{folder}/preview.png" if self._address else None,
            svg=ET.tostring(board(position), encoding="unicode"),
            script_texts=json.dumps(t.section(*_SECTIONS), ensure_ascii=False),
            status=status,
            tone=tone,
            facts=self._facts(each),
            download=f"{file_name(title)}.sgf",
        )
        told = {f"{folder}/game.json": msgspec.json.encode(each.state), f"{folder}/index.html": page}
        # Pictures take most of the time: where nothing has changed since the last export they are left as they are.
        pictures = (f"{folder}/preview.png", f"{folder}/diagram.pdf")
        if all(map(self._target.holds, told, told.values())) and all(map(self._target.holds, pictures)):
            self._target.keep(*told, *pictures)
            return
        self._target.put(f"{folder}/preview.png", preview(position, facts, status, t))
        self._target.put(f"{folder}/diagram.pdf", to_pdf(sheet(figure.numbered(record), facts, t), title))
        for name, content in told.items():
            self._target.put(name, content)

    def _facts(self, each: PublicGame) -> list[tuple[str, str]]:
        facts, t = each.state.facts, self._t
        result = each.state.result
        known = [
            ("event", facts.event),
            ("round", facts.round),
            ("place", facts.place),
            ("date", facts.date),
            ("rules", facts.rules),
            ("komi", "" if facts.komi is None else f"{facts.komi:g}"),
            ("handicap", str(facts.handicap or "")),
            ("size", f"{each.state.size} × {each.state.size}"),
            ("moves", str(len(each.state.moves))),
        ]
        rows = [(t(f"facts.{key}"), value) for key, value in known if value]
        return [*rows, (t("report.result"), words.result(result, t))] if result else rows

    def _words(self, each: PublicGame) -> str:
        black, white = names(each.state.facts, self._t)
        return f"{black} – {white}, {self._t('export.position', number=len(each.state.moves))}"

    def rounds(self) -> Round:
        """The pages of the rounds; the last one."""
        for each in self._rounds:
            self._target.put(each.archive, archive_of(each.games))
            self._target.put(each.page, self._round_page(each, "../"))
        return self._rounds[-1]

    def _round_page(self, one: Round, up: str) -> bytes:
        shown, t = one.games, self._t
        cards = []
        for each in sorted(shown, key=lambda one: natural_order(one.game.facts.name or one.game.board or one.slug)):
            black, white = names(each.state.facts, t)
            status, tone = words.status(each.state, "", t)
            cards.append(
                {
                    "path": f"games/{each.slug}/index.html",
                    "picture": f"games/{each.slug}/board.svg",
                    "extent": 500,
                    "words": t("export.position", number=len(each.state.moves)),
                    "black": black,
                    "white": white,
                    "status": status,
                    "tone": tone,
                    "name": each.game.facts.name or each.game.board,
                }
            )
        dates = sorted({each.game.facts.date for each in shown if each.game.facts.date})
        places = {each.game.facts.place for each in shown if each.game.facts.place}
        said = [*(places if len(places) == 1 else ()), " – ".join(dict.fromkeys((*dates[:1], *dates[-1:])))]
        return self._render(
            "site_round.html",
            up,
            one.name,
            title=f"{one.heading} · {self._title}",
            description=t("export.count", number=len(cards)),
            heading=one.heading,
            about=" · ".join(filter(None, [*said, t("export.count", number=len(cards))])),
            games=cards,
            archive=one.archive,
        )

    def index(self, last: Round) -> None:
        """The list of all files, and the first page."""
        listed = [
            {
                "id": each.slug,
                "path": f"games/{each.slug}/",
                "round": each.game.facts.round,
                "table": each.game.facts.name or each.game.board,
                "black": each.state.facts.black,
                "white": each.state.facts.white,
                "result": each.state.result,
                "moves": len(each.state.moves),
            }
            for each in self._shown
        ]
        page = self._round_page(last, "")
        self._target.keep(LIST, "index.html")
        told = {"made_by": MARK, "event": self._title, "games": listed, "files": sorted(self._target.written)}
        self._target.put(LIST, json.dumps(told, ensure_ascii=False, indent=1).encode())
        self._target.put("index.html", page)


def _asset(name: str) -> bytes:
    package = "recorder.publish" if name in _OWN else "recorder.web"
    content: bytes = files(package).joinpath("static", name).read_bytes()
    return content


@cache
def _environment() -> Environment:
    return Environment(
        loader=ChoiceLoader([PackageLoader("recorder.publish"), PackageLoader("recorder.web")]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
