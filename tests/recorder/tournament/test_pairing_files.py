"""Pairings are read from the files of pairing programs, and results land in the right cells of a copy."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from recorder.tournament.event import Event, Player, TournamentError, event_id, game_id
from recorder.tournament.files import open_players, open_tournament
from recorder.tournament.result import GameResult
from recorder.tournament.text_file import decimal

DATA = Path(__file__).parent / "data"
OPENGOTHA, MACMAHON = DATA / "opengotha.xml", DATA / "macmahon.xml"
KE, MITIC, BUTLER, ZOLW, ONEILL = "柯洁", "MITIĆDUŠAN", "DEBUTLERTRISTAN", "ŻÓŁWŁUKASZ", "O'NEILLJÖRG"


def names(event: Event, number: int) -> list[tuple[str, str, str]]:
    return [(g.table, event.player(g.black).name, event.player(g.white).name) for g in event.round(number).games]


def test_opengotha_players_and_pairings_in_any_script() -> None:
    file = open_tournament(OPENGOTHA)
    event = file.event
    assert (event.name, event.place, event.begins, event.komi) == ("Herbst-Cup „26“", "Wien", "2026-11-28", 7.5)
    assert names(event, 1) == [("1", "Mitić Dušan", "柯洁"), ("2", "de Butler Tristan", "Żółw Łukasz")]
    # The second game's White is written without accents, as very old files do.
    assert names(event, 2) == [("2", "O'Neill Jörg", "de Butler Tristan"), ("1", "柯洁", "Żółw Łukasz")]
    assert event.round(1).byes == (ONEILL,)
    assert event.round(1).games[1].handicap == 8
    assert event.round(1).games[0].result == GameResult(winner="W")
    assert event.player(KE).rank == "9p"
    assert any("NOBODY" in remark for remark in file.remarks), "a game that is left out is told"


def test_opengotha_results_land_in_the_right_cells_and_nothing_else_changes() -> None:
    before = OPENGOTHA.read_bytes()
    results = {
        game_id(1, BUTLER, ZOLW): (BUTLER, GameResult(winner="B", how="R")),
        game_id(2, ONEILL, BUTLER): (BUTLER, GameResult(winner="draw")),
        # At the board White had the seat of Black: the winner is the player, not the colour.
        game_id(2, KE, ZOLW): (ZOLW, GameResult(winner="W", margin=3.5)),
    }
    after = open_tournament(OPENGOTHA).with_results(results)
    expected = (
        before.replace(b"result='RESULT_UNKNOWN'", b'result="RESULT_BLACKWINS"')
        .replace('O\'NEILLJÖRG" handicap="0"/>'.encode(), 'O\'NEILLJÖRG" handicap="0" result="RESULT_EQUAL"/>'.encode())
        .replace(
            'result="RESULT_UNKNOWN" roundNumber="2" tableNumber="1" whitePlayer="ZOLWŁUKASZ"'.encode(),
            'result="RESULT_BLACKWINS" roundNumber="2" tableNumber="1" whitePlayer="ZOLWŁUKASZ"'.encode(),
        )
    )
    shown = {(g.attrib["roundNumber"], g.attrib["tableNumber"]): g.attrib.get("result") for g in _games(after)}
    assert shown == {
        ("1", "1"): "RESULT_WHITEWINS",
        ("1", "2"): "RESULT_BLACKWINS",
        ("2", "1"): "RESULT_BLACKWINS",
        ("2", "2"): "RESULT_EQUAL",
        ("2", "9"): "RESULT_UNKNOWN",
    }
    assert after == expected, "comments, spacing, unknown attributes and elements stay byte for byte"


def _games(content: bytes) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(content).iter("Game"))


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig", "gb18030"])
def test_files_stay_in_their_encoding(tmp_path: Path, encoding: str) -> None:
    text = OPENGOTHA.read_text(encoding="utf-8")
    if encoding == "gb18030":
        text = text.replace("UTF-8", "GB18030")
    elif encoding == "utf-16":
        text = text.replace("UTF-8", "UTF-16")
    path = tmp_path / "cup.xml"
    path.write_bytes(text.encode(encoding))
    changed = open_tournament(path).with_results({game_id(1, KE, MITIC): (MITIC, GameResult(winner="B"))})
    assert changed.decode(encoding) == text.replace("RESULT_WHITEWINS", "RESULT_BLACKWINS")


def test_a_result_by_default_is_one_in_the_copy() -> None:
    changed = open_tournament(OPENGOTHA).with_results(
        {game_id(1, KE, MITIC): (KE, GameResult(winner="B", by_default=True))}
    )
    assert _games(changed)[0].attrib["result"] == "RESULT_WHITEWINS_BYDEF"


def test_macmahon_is_read_and_written_back() -> None:
    file = open_tournament(MACMAHON)
    event = file.event
    assert (event.name, event.size, event.komi, event.planned) == ("Frühlingsturnier", 13, 6.5, 3)
    assert names(event, 1) == [("4", "Shikshin Ilja", "สมชาย ใจดี")]
    assert names(event, 2) == [("1", "Ω&A Ann", "Shikshin Ilja")]
    assert event.round(1).byes == ("12",)
    assert event.round(1).games[0].result == GameResult(winner="B")
    assert (event.round(2).games[0].handicap, event.round(2).games[0].result) == (9, None)
    assert event.player("7").pin == "12345678"
    assert len(file.remarks) == 2, "the participant without a name and the pairing of a stranger are told"
    changed = file.with_results({game_id(2, "7", "12"): ("7", GameResult(winner="draw"))})
    before = MACMAHON.read_bytes()
    assert changed == before.replace(b"<Result>?-?</Result>", "<Result>½-½</Result>".encode())
    won = open_tournament(MACMAHON).with_results({game_id(2, "7", "12"): ("7", GameResult(winner="B"))})
    assert won == before.replace(b"<Result>?-?</Result>", b"<Result>0-1</Result>"), "who had Black at the board won"


def test_a_game_keeps_its_identity_when_table_order_and_colours_change(tmp_path: Path) -> None:
    text = OPENGOTHA.read_text(encoding="utf-8")
    one = next(line for line in text.splitlines() if 'roundNumber="1" tableNumber="1"' in line)
    other = (
        one.replace("blackPlayer", "x").replace("whitePlayer", "blackPlayer").replace("x=", "whitePlayer=")
    ).replace('tableNumber="1"', 'tableNumber="17"')
    moved = tmp_path / "moved.xml"
    moved.write_text(text.replace(one + "\n", "").replace("</Games>", other + "\n</Games>"), encoding="utf-8")
    before, after = open_tournament(OPENGOTHA).event, open_tournament(moved).event
    assert {game.id for game in before.games()} == {game.id for game in after.games()}
    assert before.id == after.id


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("<Tournament><Players>", "no whole XML"),
        ('<!DOCTYPE a [<!ENTITY x "y">]><Tournament gothaVersion="1"><Players/></Tournament>', "for safety"),
        ("<html><body/></html>", "neither of OpenGotha nor of MacMahon"),
        (
            '<Tournament gothaVersion="1"><Players><Player name="A" firstName="B"/><Player name="AB" firstName=""/>'
            "</Players></Tournament>",
            "tell them apart",
        ),
        (
            '<Tournament gothaVersion="1"><Players><Player name="A" firstName=""/><Player name="B" firstName=""/>'
            '</Players><Games><Game roundNumber="1" tableNumber="1" blackPlayer="A" whitePlayer="B"/>'
            '<Game roundNumber="1" tableNumber="2" blackPlayer="B" whitePlayer="A"/></Games></Tournament>',
            "would play twice",
        ),
    ],
)
def test_files_that_cannot_be_used_say_why(tmp_path: Path, content: str, told: str) -> None:
    path = tmp_path / "x.xml"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(TournamentError, match=told):
        open_tournament(path)


def test_a_file_with_a_document_type_is_read(tmp_path: Path) -> None:
    """OpenGotha says how to add one for checking."""
    text = OPENGOTHA.read_text(encoding="utf-8")
    path = tmp_path / "x.xml"
    path.write_text(
        text.replace("<Tournament ", '<!DOCTYPE Tournament SYSTEM "tournament.dtd">\n<Tournament ', 1), encoding="utf-8"
    )
    assert len(open_tournament(path).event.players) == 5


LISTS = {
    "commas and a mark": ("\ufeffRound,Table,Black,White,Handicap\n1,3,Ke Jie,Lee Sedol,0\n", "utf-8"),
    "semicolons": ("runde;tisch;schwarz;weiß;vorgabe\n1;3;Ke Jie;Lee Sedol;\n", "utf-8"),
    "tabs": ("Round\tBoard\tBlack\tWhite\n1\t3\tKe Jie\tLee Sedol\n", "utf-16"),
    "bars and a title": ("Cup of friends\n\nround|table|black|white\n1|3|Ke Jie|Lee Sedol", "utf-8"),
}


@pytest.mark.parametrize("name", LISTS)
def test_lists_of_pairings_with_any_delimiter(tmp_path: Path, name: str) -> None:
    text, encoding = LISTS[name]
    path = tmp_path / "cup.csv"
    path.write_bytes(text.encode(encoding))
    event = open_tournament(path).event
    assert names(event, 1) == [("3", "Ke Jie", "Lee Sedol")]
    assert event.id == "cup"


def test_the_pairing_list_macmahon_prints(tmp_path: Path) -> None:
    path = tmp_path / "egc.txt"
    path.write_text(
        "EGC Main - Before Round 1\nBoard\tBlack\tWhite\tResult\tHandicap\n"
        "1\tDinerstein, Alexandr (8 Dan)\tSankin, Timur (6 Dan)\t?-?\t\n"
        "2\tLe_Calve, Tanguy (6 Dan)\tSurma, Mateusz (10 Kyu)\t0-1\t3\n",
        encoding="utf-8",
    )
    event = open_tournament(path).event
    assert names(event, 1)[0] == ("1", "Dinerstein Alexandr", "Sankin Timur")
    assert [event.player(p.id).rank for p in event.players] == ["8d", "6d", "6d", "10k"]
    assert (event.round(1).games[1].result, event.round(1).games[1].handicap) == (GameResult(winner="W"), 3)


def test_chinese_lists_say_their_encoding_or_are_told_which_it_may_be(tmp_path: Path) -> None:
    path = tmp_path / "赛事.csv"
    text = "轮次,台次,黑方,白方,贴目,结果\n第1轮,1,柯洁,党毅飛,7.5,B+0.5\n"
    path.write_bytes(text.encode("gb18030"))
    with pytest.raises(TournamentError, match=r"not UTF-8 \(line 1\)(.|\n)*--encoding gb18030: 轮次"):
        open_tournament(path)
    event = open_tournament(path, "gb18030").event
    assert names(event, 1) == [("1", "柯洁", "党毅飛")]
    assert (event.round(1).games[0].komi, event.round(1).games[0].result) == (7.5, GameResult(winner="B", margin=0.5))
    with pytest.raises(TournamentError, match="is not in shift_jis"):
        open_tournament(path, "shift_jis")
    with pytest.raises(TournamentError, match="there is no encoding 'latin9000'"):
        open_tournament(path, "latin9000")


def test_players_from_a_list_and_nobody_else(tmp_path: Path) -> None:
    people, cup = tmp_path / "people.csv", tmp_path / "cup.csv"
    people.write_text(
        'id,姓,名,rank,latin\n1,柯,洁,9p,"Ke, Jie"\n2,Park,Jeong-hwan,9p,\n3,O\'Neill,Ann,5 Kyu,\n', encoding="utf-8"
    )
    cup.write_text("round,table,black,white\n1,1,柯洁,Park Jeong-hwan\n1,,3,\n", encoding="utf-8")
    players = open_players(people)
    assert players[0] == Player(id="1", surname="柯", given="洁", rank="9p", latin="Ke, Jie")
    assert players[2].rank == "5k"
    event = open_tournament(cup, players=players).event
    assert (event.round(1).games[0].black, event.round(1).games[0].white, event.round(1).byes) == ("1", "2", ("3",))
    cup.write_text("round,table,black,white\n1,1,柯洁,Somebody\n", encoding="utf-8")
    with pytest.raises(TournamentError, match="line 2: Somebody is not in the list"):
        open_tournament(cup, players=players)


def test_two_players_of_one_name_are_not_mixed_up(tmp_path: Path) -> None:
    players = [Player(id="a", surname="Li", given="Wei"), Player(id="b", surname="Li", given="Wei")]
    cup = tmp_path / "cup.csv"
    cup.write_text("round,table,black,white\n1,1,Li Wei,a\n", encoding="utf-8")
    with pytest.raises(TournamentError, match="one of two players"):
        open_tournament(cup, players=players)
    cup.write_text("round,table,black,white\n1,1,b,a\n", encoding="utf-8")
    assert open_tournament(cup, players=players).event.round(1).games[0].black == "b"


def test_macmahons_list_of_participants(tmp_path: Path) -> None:
    path = tmp_path / "participants.txt"
    path.write_text("; a comment\nShikshin|Ilja|8d|RU|Kazan||f|111\n\nCho||3 Dan\n", encoding="utf-8")
    assert [(p.name, p.rank, p.country) for p in open_players(path)] == [
        ("Shikshin Ilja", "8d", "RU"),
        ("Cho", "3d", ""),
    ]


def test_lists_written_are_lists_read_even_with_names_spreadsheets_run(tmp_path: Path) -> None:
    cup = tmp_path / "cup.csv"
    cup.write_text(
        'round,table,black,white,komi,result\n1,1,"=HYPERLINK(""x"")",柯洁,-3.5,W+R\n1,2,"Ō, B",Cho,,0-0!\n',
        encoding="utf-8",
    )
    file = open_tournament(cup)
    written = file.with_results({file.event.round(1).games[0].id: ("柯洁", GameResult(winner="B", margin=2.5))})
    assert b"\"'=HYPERLINK" in written
    assert written.startswith(b"\xef\xbb\xbf")
    cup.write_bytes(written)
    again = open_tournament(cup).event
    assert names(again, 1) == names(file.event, 1)
    assert [game.id for game in again.games()] == [game.id for game in file.event.games()]
    assert again.round(1).games[0].result == GameResult(winner="W", margin=2.5), "Black of the board sat as White"
    assert again.round(1).games[1].result == GameResult(winner="both_lose", by_default=True)
    assert again.round(1).games[0].komi == -3.5


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("who,whom\na,b\n", "no line with headings"),
        ("round,table,black,white\n0,1,a,b\n", "line 2: a round is a number"),
        ("round,black,white,komi\n1,a,b,much\n", "line 2: 'much' is no number"),
        ("round,black,white,result\n1,a,b,won\n", "line 2: a result is written like"),
        ("round,black,white\n1,a,a\n", "would play twice"),
        ("black,white,black\n", "two columns for black"),
    ],
)
def test_lists_that_cannot_be_used_say_where(tmp_path: Path, text: str, told: str) -> None:
    cup = tmp_path / "cup.csv"
    cup.write_text(text, encoding="utf-8")
    with pytest.raises(TournamentError, match=told):
        open_tournament(cup)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(TournamentError, match=r"gone\.xml cannot be read"):
        open_tournament(tmp_path / "gone.xml")


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("B+3.5", GameResult(winner="B", margin=3.5)),
        ("w+resign", None),
        ("W+Resign", GameResult(winner="W", how="R")),
        ("b+t", None),
        ("B", GameResult(winner="B")),
        ("1-0!", GameResult(winner="B", by_default=True)),
        ("½-½", GameResult(winner="draw")),
        ("Jigo", GameResult(winner="draw")),
    ],
)
def test_results_as_people_write_them(text: str, result: GameResult | None) -> None:
    if result is None:
        with pytest.raises(ValueError, match="a result is written like"):
            GameResult.parse(text)
        return
    assert GameResult.parse(text) == result
    assert GameResult.parse(result.sheet()) == GameResult(winner=result.winner, by_default=result.by_default)
    if not result.by_default:
        assert GameResult.parse(result.sgf()) == result


def test_identities_of_events_can_stand_in_addresses_and_files() -> None:
    assert event_id("Herbst-Cup „26“ / A", "2026-11-28") == "herbst-cup-26-a-2026-11-28"
    assert event_id("第1回 天元戦") == "第1回-天元戦"
    assert event_id("#+/") == "event"


@pytest.mark.parametrize(("text", "number"), [("6.5", 6.5), ("6,5", 6.5), ("6½", 6.5), (" ", None), ("½", 0.5)])
def test_a_number_is_read_as_people_write_it(text: str, number: float | None) -> None:
    assert decimal(text) == number


@pytest.mark.parametrize("text", ["nan", "inf", "six", "6.5.1"])
def test_what_cannot_be_counted_with_is_no_number(text: str) -> None:
    with pytest.raises(ValueError, match=r"number|float"):
        decimal(text)
