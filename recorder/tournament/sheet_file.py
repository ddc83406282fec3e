"""Lists with a heading: players, tables and pairings from spreadsheets, and results into them.

Any delimiter, a byte order mark or none, headings in English, Chinese and a few other languages, lines before the
heading (a title) passed over. MacMahon's own printed pairing list and its list of participants are read as well.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence

from recorder.tournament.event import TournamentError

_DELIMITERS = "\t;,|"
# What columns are called; compared in lower case without spaces and marks.
_HEADINGS: dict[str, tuple[str, ...]] = {
    "id": ("id", "key", "number", "no", "nr", "编号", "編號", "番号"),
    "surname": ("surname", "lastname", "familyname", "nachname", "姓", "姓氏", "nom"),
    "given": ("given", "givenname", "firstname", "forename", "vorname", "prenom", "prénom", "名"),
    "name": ("name", "player", "fullname", "姓名", "棋手", "选手", "選手", "氏名", "이름", "spieler", "joueur"),
    "rank": ("rank", "grade", "level", "strength", "段位", "级别", "級別", "棋力", "급", "rang", "niveau"),
    "club": ("club", "单位", "單位", "俱乐部", "俱樂部", "所属", "verein"),
    "country": ("country", "nation", "国家", "國家", "国", "land", "pays"),
    "pin": ("pin", "egdpin", "egfpin"),
    "latin": ("latin", "latinname", "拉丁名", "拼音"),
    "round": ("round", "轮次", "輪次", "轮", "輪", "回戦", "runde", "ronde"),
    "table": ("table", "board", "台次", "台号", "台號", "台", "桌号", "桌號", "tisch", "brett"),
    "black": ("black", "blackplayer", "黑", "黑方", "黒", "schwarz", "noir"),
    "white": ("white", "whiteplayer", "白", "白方", "weiß", "weiss", "blanc"),
    "black_rank": ("blackrank", "黑方段位"),
    "white_rank": ("whiterank", "白方段位"),
    "handicap": ("handicap", "hd", "让子", "讓子", "置石", "vorgabe"),
    "komi": ("komi", "贴目", "貼目", "贴子", "コミ"),
    "result": ("result", "results", "结果", "結果", "ergebnis", "résultat", "resultat"),
    "black_warnings": ("blackwarnings", "黑方警告"),
    "white_warnings": ("whitewarnings", "白方警告"),
    "bye": ("bye", "轮空", "輪空"),
    "camera": ("camera", "boardid", "摄像头", "攝像頭", "棋盘", "棋盤"),
}
_COLUMN = {heading: column for column, headings in _HEADINGS.items() for heading in headings}
# A cell a spreadsheet would take for a formula; written with an apostrophe before it, as spreadsheets do.
_FORMULA = re.compile(r"'?[=+\-@\t\r]")
_NUMBER = re.compile(r"[+-]?\d+([.,]\d+)?")


class Row(dict[str, str]):
    """The filled cells of a line by what they hold, and `line`, its number in the file."""

    line: int = 0


def read_rows(text: str, wanted: Iterable[str]) -> list[Row]:
    """The rows of a list.

    Parameters
    ----------
    text : str
    wanted : iterable of str
        Columns of which at least one must be there.

    Raises
    ------
    TournamentError
        Where there is no heading, or it has a column twice.
    """
    lines = text.splitlines()
    for number, line in enumerate(lines):
        for delimiter in _DELIMITERS:
            columns = [_column(cell) for cell in next(csv.reader([line], delimiter=delimiter), [])]
            known = [column for column in columns if column]
            if (len(known) >= 2 or (len(known) == 1 == len(columns))) and set(known) & set(wanted):
                if twice := next((column for column in known if known.count(column) > 1), None):
                    raise TournamentError(f"line {number + 1}: there are two columns for {twice}")
                return _rows(lines, number, delimiter, columns)
    names = ", ".join(_HEADINGS[column][0] for column in wanted)
    raise TournamentError(f"has no line with headings; needed is one with some of: {names}")


def _column(cell: str) -> str:
    return _COLUMN.get(re.sub(r"[\W_]+", "", cell.casefold()), "")


def _rows(lines: Sequence[str], heading: int, delimiter: str, columns: Sequence[str]) -> list[Row]:
    rows = []
    reader = csv.reader((line + "\n" for line in lines[heading + 1 :]), delimiter=delimiter)
    for cells in reader:
        filled = {column: _shown(cell) for column, cell in zip(columns, cells, strict=False) if column and cell.strip()}
        if filled:
            row = Row(filled)
            row.line = heading + 1 + reader.line_num
            rows.append(row)
    return rows


def _shown(cell: str) -> str:
    cell = cell.strip()
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell[1:]) else cell


def write_rows(columns: Sequence[str], rows: Iterable[Mapping[str, object]]) -> bytes:
    """A list as CSV that spreadsheets open rightly: UTF-8 with its mark, no cell that they run as a formula."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow([column.replace("_", " ") for column in columns])
    for row in rows:
        writer.writerow([_cell(row.get(column)) for column in columns])
    return text.getvalue().encode("utf-8-sig")


def _cell(value: object) -> str:
    text = "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)
    return f"'{text}" if _FORMULA.match(text) and not _NUMBER.fullmatch(text) else text
