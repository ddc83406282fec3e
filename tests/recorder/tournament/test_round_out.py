"""A round goes out to boards, and comes back: facts, recorded results, the archive, the rating list's table."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import msgspec
import pytest
from sgfmill import sgf
from typer.testing import CliRunner, Result

from recorder import events
from recorder.cli import app
from recorder.facts import GameFacts
from recorder.hall.board import BoardConfig
from recorder.hall.store import HallStore
from recorder.log import EventLog
from recorder.tournament.archive import archive, file_name, safe_name
from recorder.tournament.boards import facts_of, read_tables, seat
from recorder.tournament.egd import egd_table
from recorder.tournament.event import Event, Game, Player, Round, TournamentError, game_id
from recorder.tournament.files import open_tournament
from recorder.tournament.gathering import recorded_games, settle
from recorder.tournament.result import GameResult
from recorder.tournament.standings import standings

DATA = Path(__file__).parent / "data"
CUP = DATA / "opengotha.xml"
BOARD = events.Board(t=0.0, size=19, corners=((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)))


def record(path: Path, facts: GameFacts, *told: events.Event, board: str = "board") -> None:
    log = EventLog(path, board=board, facts=facts)
    log.extend([BOARD, *told])
    log.close()


def move(n: int, colour: events.Player, point: str) -> events.Move:
    return events.Move(t=float(n), n=n, colour=colour, point=point, captured=(), t_placed=float(n), confidence=1.0)


def test_facts_of_a_round_go_to_the_boards() -> None:
    event = open_tournament(CUP).event
    even, handicap = event.round(1).games
    assert facts_of(event, even, rules="Chinese") == GameFacts(
        black="Mitić Dušan", white="柯洁", black_rank="6d", white_rank="9p", event="Herbst-Cup „26“", round="1",
        place="Wien", name="Table 1", rules="Chinese", komi=7.5, handicap=0, pairing=f"herbst26-2026-11-28/{even.id}",
    )  # fmt: skip
    assert (facts_of(event, handicap).komi, facts_of(event, handicap).handicap) == (0.0, 8)
    assert facts_of(event, handicap, handicap_komi=0.5).komi == 0.5
    one = msgspec.structs.replace(even, handicap=1)
    assert (facts_of(event, one).komi, facts_of(event, one).handicap) == (0.0, 0), "one stone is the first move"


def test_boards_are_found_by_their_names_or_as_a_list_says() -> None:
    event = open_tournament(CUP).event
    at = {table.label: table.board for table in seat(event, {"a": "Tisch 2", "table-1": "", "cam-7": "left"}).tables}
    assert at == {"1": "table-1", "2": "a"}
    said = read_tables("table,board id\n1,cam-7\n")
    at = {t.label: t.board for t in seat(event, {"table-1": "", "cam-7": "left", "第2台": "第2台"}, said).tables}
    assert at == {"1": "cam-7", "2": "第2台"}
    assert {t.label: t.board for t in seat(event, {"table-10": "", "table-1": ""}).tables} == {"1": "table-1", "2": ""}
    doubtful = seat(event, {"x": "Table 1", "y": "Board 1"}).tables
    assert doubtful[0].board == "", "two boards that may be meant are none"
    with pytest.raises(TournamentError, match="no board cam-9"):
        seat(event, {"a": ""}, read_tables("table;board id\n1;cam-9"))
    with pytest.raises(TournamentError, match="line 3: table 1"):
        read_tables("table;board id\n1;a\n1;b")


def test_recorded_games_are_found_by_identity_or_by_names(tmp_path: Path) -> None:
    event = open_tournament(CUP).event
    first, second = event.round(1).games
    (tmp_path / "boards").mkdir()
    record(
        tmp_path / "boards" / "table-1.kifulog",
        facts_of(event, first),
        move(1, "B", "dd"),
        events.Ruling(t=2, alert=0, ruling="warning", to_move=None, warnings={"B": 1, "W": 0}),
        events.End(t=3, reason="agreed", result="W+2.5"),
    )
    # This one was set up by hand, with the colours the wrong way round.
    record(
        tmp_path / "hand.kifulog",
        GameFacts(event="herbst-cup 26", round="Round 1", black="Żółw  Łukasz", white="De Butler, Tristan"),
        move(1, "B", "pp"),
        events.End(t=3, reason="resigned", result="B+R"),
    )
    (tmp_path / "broken.kifulog").write_bytes(b"no log")
    found, remarks = recorded_games(event, tmp_path, 1)
    results = {r.game.id: (r.black, r.result) for r in found}
    assert results == {
        first.id: (first.black, GameResult(winner="W", margin=2.5, black_warnings=1)),
        second.id: (second.white, GameResult(winner="B", how="R")),
    }
    assert len(remarks) == 1
    assert "broken.kifulog" in remarks[0]
    new, conflicts = settle(event, {k: (b, r) for k, (b, r) in results.items() if r is not None})
    assert conflicts == [], "the file has White as the winner too"
    assert set(new) == {first.id, second.id}


def test_results_that_contradict_the_file_are_told_and_left_out() -> None:
    event = open_tournament(CUP).event
    game = event.round(1).games[0]
    told = {game.id: (game.black, GameResult(winner="B", margin=0.5))}
    new, conflicts = settle(event, told)
    assert new == {}
    assert [(c.game.id, c.there.winner, c.new.winner) for c in conflicts] == [(game.id, "W", "B")]
    assert settle(event, told, overwrite=True)[0] == told


def pair(black: str, white: str, table: str = "1", number: int = 1) -> tuple[Event, Game]:
    game = Game(id=game_id(number, "b", "w"), round=number, table=table, black="b", white="w")
    players = (Player(id="b", surname=black), Player(id="w", surname=white))
    return Event(id="cup", name="Cup", players=players, rounds=(Round(number=number, games=(game,)),)), game


@pytest.mark.parametrize(
    ("black", "white", "table", "expected"),
    [
        ("柯洁", "변상일", "3", "R01 T003 柯洁 - 변상일.sgf"),
        ('A/B\\C:"<>|?*', "x\ny", "B12", "R01 TB12 A_B_C_______ - x_y.sgf"),
        ("Cho.", "Lee. . ", "", "R01 Cho. - Lee.sgf"),
        ("Zoe\u0301", "\u202efdp.exe", "1", "R01 T001 Zoé - _fdp.exe.sgf"),
        ("../../etc", "con", "..", "R01 T.. .._.._etc - con.sgf"),
    ],
)
def test_names_of_records_are_safe_everywhere(black: str, white: str, table: str, expected: str) -> None:
    event, game = pair(black, white, table)
    assert file_name(event, game) == expected


def test_long_names_are_cut_between_letters() -> None:
    event, game = pair("柯" * 200, "洁")
    name = file_name(event, game)
    assert len(name.encode()) < 200
    assert name.endswith("柯.sgf")
    assert safe_name("...") == "_"


def test_records_whose_names_differ_in_case_only_do_not_overwrite_each_other() -> None:
    players = tuple(Player(id=str(n), surname=name) for n, name in enumerate(["anna", "bo", "Anna", "BO"]))
    games = tuple(
        Game(id=game_id(1, *seats), round=1, table="", black=seats[0], white=seats[1]) for seats in ("01", "23")
    )
    event = Event(id="cup", name="Cup", players=players, rounds=(Round(number=1, games=games),))
    records = [(game, f"(;GM[1]C[{game.id}])".encode()) for game in games]
    packed = archive(event, records)
    with zipfile.ZipFile(io.BytesIO(packed)) as file:
        assert sorted(file.namelist()) == ["R01 Anna - BO.sgf", "R01 anna - bo (2).sgf"]
        assert {file.read(name) for name in file.namelist()} == {content for _, content in records}
    assert archive(event, reversed(records)) == packed, "the same records make the same archive"


def test_the_rating_lists_table() -> None:
    event = open_tournament(CUP).event
    first, second = event.round(1).games
    played = Round(
        number=1,
        games=(first, msgspec.structs.replace(second, result=GameResult(winner="B", margin=1.5))),
        byes=event.round(1).byes,
    )
    latin = tuple(msgspec.structs.replace(p, latin="Ke, Jie" if p.id == "柯洁" else "") for p in event.players)
    event = msgspec.structs.replace(event, rounds=(played,), players=latin)
    made = egd_table(event, standings(event, "score-pairing"), tournament_class="B", minutes=60, country="AT")
    lines = made.content.decode("iso8859-15").splitlines()
    head = [line for line in lines if line.startswith(";")]
    assert head[:5] == ["; CL[B]", '; EV[Herbst-Cup "26"]', "; PC[AT,Wien]", "; DT[2026-11-28,2026-11-29]", "; KM[7.5]"]
    rows = [line.partition(";")[0].split() for line in lines if not line.startswith(";")]
    assert rows == [
        ["1", "Ke", "Jie", "9P", "CN", "Bei", "2", "0", "0", "0", "4+/w0"],
        ["2", "de_Butler", "Tristan", "9K", "FR", "Lyon", "2", "0", "0", "0", "5+/b8"],
        ["3", "O'Neill", "Jörg", "3K", "DE", "Köln", "2", "0", "0", "0", "0+"],
        ["4", "Mitic", "Dušan", "6D", "RS", "Bgd", "0", "2", "0", "0", "1-/b0"],
        ["5", "Zólw", "Lukasz", "1K", "PL", "Wroc", "0", "2", "0", "0", "2-/w8"],
    ]
    assert next(line.partition(";")[2].strip() for line in lines if not line.startswith(";")) == "20000001"
    told = "\n".join(made.remarks)
    assert "Mitić Dušan is written as Mitic Dušan" in told
    assert "Żółw Łukasz is written as Zólw Lukasz" in told
    assert "柯洁" not in told


def test_names_the_rating_list_cannot_hold_are_refused_all_at_once() -> None:
    event, game = pair("柯洁", "Дмитрий")
    played = msgspec.structs.replace(game, result=GameResult(winner="B"))
    event = msgspec.structs.replace(event, rounds=(Round(number=1, games=(played,)),))
    with pytest.raises(TournamentError, match=r"cannot be written in it: 柯洁, Дмитрий\. Give their Latin names"):
        egd_table(event, standings(event, "round-robin"), tournament_class="A", minutes=75)


def test_games_by_default_and_open_games_are_not_rated() -> None:
    event, game = pair("Anna", "Bo")
    default = msgspec.structs.replace(game, result=GameResult(winner="W", by_default=True))
    later = Game(id=game_id(2, "b", "w"), round=2, table="4", black="w", white="b", result=None)
    event = msgspec.structs.replace(event, rounds=(Round(number=1, games=(default,)), Round(number=2, games=(later,))))
    made = egd_table(event, standings(event, "score-pairing"), tournament_class="A", minutes=75)
    rows = [line.split() for line in made.content.decode("ascii").splitlines() if not line.startswith(";")]
    assert [row[-2:] for row in rows] == [["0+", "0-"], ["0-", "0-"]]
    assert any("round 2, table 4 has no result" in remark for remark in made.remarks)


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["tournament", *map(str, arguments)])


def test_a_round_from_pairings_to_results_on_the_command_line(tmp_path: Path) -> None:
    """Pairings to the boards, two games recorded, results into a copy, archive and standings."""
    data = tmp_path / "data"
    store = HallStore(data)
    store.put(BoardConfig(id="table-1", source="0"))
    store.put(BoardConfig(id="left", name="Tisch 2", source="1", size=13))
    store.close()
    out = run("boards", CUP, "--round", "1", "--data", data, "--rules", "japanese")
    assert out.exit_code == 0, out.stderr
    store = HallStore(data)
    boards = {board.id: board for board in store.boards()}
    store.close()
    assert (boards["left"].facts.black, boards["left"].handicap, boards["left"].size) == ("de Butler Tristan", 8, 13)
    assert boards["table-1"].facts.rules == "Japanese"

    for board, result in (("table-1", "W+R"), ("left", "B+4.5")):
        end = events.End(t=9, reason="counted", result=result)
        record(data / "boards" / f"{board}.kifulog", boards[board].facts, move(1, "B", "dd"), end, board=board)
    copy, table, packed, egd = (tmp_path / name for name in ("copy.xml", "all.csv", "round.zip", "cup.h9"))
    before = CUP.read_bytes()
    out = run("results", CUP, "--games", data, "-o", copy, "--csv", table)
    assert out.exit_code == 0, out.stderr
    assert CUP.read_bytes() == before
    assert copy.read_bytes() == before.replace(b"result='RESULT_UNKNOWN'", b'result="RESULT_BLACKWINS"')
    assert "B+4.5" in table.read_text(encoding="utf-8-sig")

    out = run("archive", CUP, "--games", data, "--round", "1", "-o", packed)
    assert out.exit_code == 0, out.stderr
    with zipfile.ZipFile(packed) as file:
        assert file.namelist() == ["R01 T001 Mitić Dušan - 柯洁.sgf", "R01 T002 de Butler Tristan - Żółw Łukasz.sgf"]
        root = sgf.Sgf_game.from_bytes(file.read(file.namelist()[0])).get_root()
    assert (root.get("PW"), root.get("RE"), root.get("RO"), root.get("GN")) == ("柯洁", "W+R", "1", "Table 1")

    out = run("standings", copy, "--egd", egd)
    assert out.exit_code == 2
    assert "柯洁" in out.stderr
    people = tmp_path / "latin.csv"
    people.write_text('name,latin\n柯洁,"Ke, Jie"\n', encoding="utf-8")
    out = run("standings", copy, "--egd", egd, "--players", people, "--through", "1")
    assert out.exit_code == 0, out.stderr
    assert next(line.split("\t")[:2] for line in out.stdout.splitlines()[1:]) == ["1", "2"]
    assert b"Ke Jie" in egd.read_bytes()


def test_the_tournaments_own_file_is_never_written(tmp_path: Path) -> None:
    cup = tmp_path / "cup.xml"
    cup.write_bytes(CUP.read_bytes())
    out = run("results", cup, "--games", tmp_path, "-o", cup)
    assert out.exit_code == 2
    assert "name another one" in out.stderr
    assert cup.read_bytes() == CUP.read_bytes()


def test_a_listed_result_against_the_file_is_told(tmp_path: Path) -> None:
    listed, copy = tmp_path / "r.csv", tmp_path / "copy.xml"
    listed.write_text("round,table,result\n1,1,B+R\n1,2,W+T\n", encoding="utf-8")
    out = run("results", CUP, "--results", listed, "-o", copy)
    assert out.exit_code == 1
    assert "the file says 0-1, the board 1-0. I left it" in out.stderr
    assert copy.read_bytes().count(b"RESULT_WHITEWINS") == 2
    listed.write_text("round,table,result\n7,1,B+R\n", encoding="utf-8")
    out = run("results", CUP, "--results", listed, "-o", copy)
    assert out.exit_code == 2
    assert "line 2: no game" in out.stderr


def test_show_lists_a_round_and_json_holds_it_all() -> None:
    out = run("show", CUP, "--round", "1")
    assert out.exit_code == 0
    assert "   1  Mitić Dušan 6d - 柯洁 9p  0-1" in out.stdout
    assert "free  O'Neill Jörg 3k" in out.stdout
    event = msgspec.json.decode(run("show", CUP, "--json").stdout, type=Event)
    assert event == open_tournament(CUP).event
    assert run("show", CUP, "--round", "9").exit_code == 2
