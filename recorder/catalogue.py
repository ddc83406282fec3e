"""The irregularities a camera alone can see: how grave they are, which article names them, what is said.

Ids, gravity and articles are those of the Chinese rules of 2002 (referee part, articles 17 to 20).
"""

from __future__ import annotations

from typing import Literal, NamedTuple

Severity = Literal["info", "warning", "critical"]


class Irregularity(NamedTuple):
    """One kind of irregularity; `message` takes `colour` (Black or White) and `points` (people's names)."""

    severity: Severity
    article: str
    message: str


CATALOGUE: dict[str, Irregularity] = {
    "double_move": Irregularity("critical", "17.2", "{colour} played twice in a row: {points}"),
    "out_of_turn": Irregularity("critical", "2.3", "{colour} played out of turn: {points}"),
    "white_first": Irregularity("warning", "2.3", "the first stone of an even game is white: {points}"),
    "forbidden_point": Irregularity("critical", "19", "{colour} played on a forbidden point: {points}"),
    "ko_retake": Irregularity("critical", "18.3", "{colour} took the ko back at once: {points}"),
    "superko_repetition": Irregularity(
        "critical", "20.2", "the board after {colour}'s move stood there before: {points}"
    ),
    "take_back": Irregularity("warning", "17.3", "{colour} took a played stone back: {points}"),
    "moved_stone": Irregularity("warning", "17.5", "a {colour} stone was moved: {points}"),
    "missed_capture": Irregularity("warning", "18.2", "captured stones were not taken off: {points}"),
    "partial_capture": Irregularity("warning", "18.2", "captured stones were left on the board: {points}"),
    "wrong_capture": Irregularity("warning", "18.1", "stones with liberties were taken off: {points}"),
    "capture_restored": Irregularity("warning", "18.2", "captured stones were put back: {points}"),
    "stone_colour_changed": Irregularity("critical", "17.5", "a stone changed its colour: {points}"),
    "stone_vanished": Irregularity("warning", "17.5", "a {colour} stone is gone: {points}"),
    "extra_stone": Irregularity("warning", "17.5", "a {colour} stone nobody played: {points}"),
    "multiple_changes": Irregularity("critical", "17.6", "several stones changed: {points}"),
    "off_centre_stone": Irregularity("info", "2.3", "stones were pushed off their points: {points}"),
    "stone_added_in_counting": Irregularity("warning", "21.3", "a stone was added after the end of the game: {points}"),
    "game_continued_after_two_passes": Irregularity(
        "warning", "21.1", "{colour} played after both players had passed: {points}"
    ),
    "wrong_handicap": Irregularity("warning", "", "the handicap stones are not as announced: {points}"),
}
