"""Orders as JSON: what people's programs send, and what is refused before anything is done."""

from __future__ import annotations

import json

import pytest

from recorder import orders
from recorder.facts import GameFacts
from recorder.orders import OrderRefused, decode_order, encode_order, order_name

CORNERS = ((1.0, 2.0), (300.0, 2.0), (300.0, 299.0), (1.0, 299.0))
ALL: list[orders.Order] = [
    orders.InsertMove(id="a1", n=12, colour="B", point="dd"),
    orders.ChangeMove(n=3, colour="W", point=None, force=True),
    orders.DeleteMove(n=1, by="Ito"),
    orders.DeclarePass(colour="W"),
    orders.SetTurn(to_move="B"),
    orders.SetStones(black=("dd",), white=("pp", "pd"), empty=("aa",)),
    orders.Pause(reason="午休"),
    orders.Resume(played=True),
    orders.Undo(undone="a1"),
    orders.SetFacts(facts=GameFacts(black="변상일", komi=6.5)),
    orders.SetGrid(size=19, corners=CORNERS),
    orders.SetTop(side="left"),
    orders.FindAgain(),
    orders.NextGame(facts=GameFacts(white="柯洁")),
    orders.End(reason="power cut"),
    orders.Rule(alert=7, ruling="restore", note="裁判", warnings={"B": 1}, stones=orders.SetStones(empty=("aa",))),
    orders.Dismiss(alert=7),
    orders.WithdrawRuling(ruling=9),
    orders.DeclareResult(result="B+3.5"),
    orders.DeclareDead(points=("aa",), colour="B"),
    orders.CountGame(estimate=True),
    orders.SetTime(system="60m+5x60s"),
    orders.StartClock(),
    orders.PressClock(colour="W", t=12.5),
    orders.AdjustClock(colour="B", main=60.0, periods=3),
]


@pytest.mark.parametrize("order", ALL, ids=order_name)
def test_every_order_comes_back_as_it_was(order: orders.Order) -> None:
    line = encode_order(order)
    assert decode_order(line) == order
    assert json.loads(line)["order"] == order_name(order)


def test_all_kinds_are_tried() -> None:
    assert {type(order) for order in ALL} == set(orders.ORDERS)


def test_an_order_as_a_page_sends_it() -> None:
    line = '{"order": "insert_move", "n": 12, "colour": "B", "point": "dd", "id": "7f", "by": "operator"}'
    assert decode_order(line) == orders.InsertMove(n=12, colour="B", point="dd", id="7f")
    assert decode_order('{"order": "dismiss", "alert": 4}').by == "referee"


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("{", "no order"),
        ('{"order": "resign"}', "resign"),
        ('{"order": "insert_move", "n": 0, "colour": "B", "point": "dd"}', "n"),
        ('{"order": "insert_move", "n": 1, "colour": "B", "point": "D4"}', "point"),
        ('{"order": "insert_move", "n": 1, "colour": "B"}', "point"),
        ('{"order": "declare_pass", "color": "B"}', "has no color"),
        ('{"order": "declare_result", "result": "Black wins"}', "B\\+3.5"),
        ('{"order": "set_grid", "size": 4, "corners": [[0,0],[1,0],[1,1],[0,1]]}', "size"),
        ('{"order": "set_facts", "facts": {"komi": "nan"}}', "komi"),
        ('{"order": "set_facts", "facts": {"time": "soon"}}', "60m"),
        ('{"order": "press_clock", "t": -1}', "t"),
    ],
)
def test_what_is_no_order_is_refused_with_the_reason(line: str, word: str) -> None:
    with pytest.raises(ValueError, match=word):
        decode_order(line)


def test_what_could_not_be_read_again_is_not_written() -> None:
    with pytest.raises(ValueError, match="point"):
        encode_order(orders.InsertMove(n=1, colour="B", point="D4"))


def test_a_refusal_says_what_it_is_about() -> None:
    refusal = OrderRefused("there is no move 9: the record has 3", "no_such_move", n=9, count=3)
    assert str(refusal) == "there is no move 9: the record has 3"
    assert (refusal.code, refusal.arguments) == ("no_such_move", {"n": 9, "count": 3})
