"""How much a reading is to be believed: what it costs, in nats, to say that it was wrong."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]

SURE_OF_ONE = 5.0
"""Nats against a surely read point being wrong, at once, where few points are (`USUAL`)."""
IN_TIME = 1.2
"""More nats for each time that the seconds are e times as many: the longer an error, the rarer."""
SHORTEST = 0.5
"""Seconds that errors last at least."""
LEAST = 0.5
"""Nats against any reading's being wrong."""
LEAST_DOUBT, MOST_DOUBT = 0.01, 0.1
"""Bounds of what counts as the usual doubt of a board's readings."""
LEAST_PROOF, LONGEST_PROOF, PROOF_BY_NOISE = 0.8, 45.0, 6.5
"""Seconds, seconds, and 1 / nats: see `proof`."""
USUAL = 1.5e-3
"""Share of points read wrongly that is nothing out of the ordinary.

The rule: what nine in ten pieces (up to a minute) of films of our own stay below. Measured by
tests/campaigns/misread_points.py on 84 pieces of drawn films (seeds from 101 and from 201) and of the sample film:
7.1e-4, by bootstrap over the pieces 5.3e-4 to 1.9e-3 (95 %). The value is inside, above the middle.
"""
CALMEST = 1.5
"""Nats that a board without errors may put on top of that at most: a first one may still come."""
BY_NOISE, WORST = 1.5, 3.2
"""Nats that e times as many errors take off, and how many they may take off at most.

The rules: BY_NOISE is the slope of the logarithm of how often errors of `SHORTEST` or longer begin against that of
the share of misread points (1 if more errors lasted no longer), measured as above, seeds from 201: 1.4 over 34
pieces, but 1.05 over six (sample, and seed 101): uncertain. WORST is what BY_NOISE gives from nine in ten pieces
(7.1e-4) to the worst: 2.8 nats to the 99th percentile (4.5e-3), 3.9 to the worst of 84 (9.8e-3).

In these films 22 % of 363 errors lasted 0.5 s or longer, 5 % 1 s, 1.4 % 2 s, 1.1 % 5 s, the longest 7 s (of the
films from 101 only those told without errors); lengths of half a minute are not seen there, and are allowed for.
"""
REMEMBERED = 60.0
"""Seconds over which errors count."""
FEW_STONES = 6
"""Stones from which on it is known how surely they are read here."""
LONGEST = 30.0
"""Seconds of one error that count: one that stays for good is one accident."""

UNSURE, UNSURE_SHARE, UNSURE_FOR = 0.1, 0.005, 0.5
"""Doubt (1 minus the chance) of a point in view that is read badly, the share of such points on a board that is, and
seconds for which they must be so."""
YOUNG, SUPPOSED = 60.0, 15.0
"""Seconds after which it is known how long errors last on a board, and how long they are supposed to last before
that where points are read badly."""
OUTLAST = 1.3
"""Times as long as the longest error lately."""
FORGOTTEN = 900.0
"""Seconds after which a long error counts a third."""


def misread_cost(held: Floats | float, noise: float = 0.0) -> Floats:
    """How improbable it is, in nats, that a point is surely misread for so many seconds on end.

    Readings seconds apart are not independent: an error stays. Errors last from half a second to half a minute,
    about evenly in the logarithm, a few for good; so evidence grows with the logarithm of time only.
    `noise` is what the board's own share of errors takes off (`Noise.nats`).
    """
    return np.asarray(np.maximum(LEAST, SURE_OF_ONE - noise + IN_TIME * np.log1p(np.asarray(held) / SHORTEST)))


def weight_of(sureness: Floats, usual: float = LEAST_DOUBT) -> Floats:
    """How much a mean chance weighs, from 0.1 to 1.1.

    What is read right is read surely, nearly always: where the readings of this board leave a doubt of `usual` (1
    minus the chance), ten times that says hardly anything.
    """
    doubt = np.maximum(1 - np.asarray(sureness), 1e-4)
    return np.asarray(np.clip(1.1 - np.log10(doubt / usual), 0.1, 1.1))


def weight_of_still(sureness: Floats) -> Floats:
    """The same for a single picture, in which each point is seen once."""
    return np.asarray(np.clip(-np.log10(np.maximum(1 - sureness, 1e-4)) / 2, 0.15, 1.1))


def proof(noise: float, lasting: float) -> float:
    """For how long an irregularity must have lain in view before it is told, seconds.

    Longer than errors last on this board: `lasting` is the longest seen (`Noise.lasting`).
    """
    return min(LONGEST_PROOF, max(LEAST_PROOF * math.exp(PROOF_BY_NOISE * noise), OUTLAST * lasting))


class Noise:
    """How many of a board's points are read wrongly these minutes.

    Counted are disagreements with the believed board that went away while the belief stayed: what turned out to
    be a move was no error.

    Parameters
    ----------
    points : int
        Number of points of the board.

    Attributes
    ----------
    nats : float
        What it takes off the belief in each reading.
    calm : float
        By how many nats errors are rarer here than usual.
    lasting : float
        Seconds that the longest error of late lasted, of those that ended without a hand near.
    supposed : float
        Seconds that errors are supposed to last in the first minute of a board with badly read points, where no long
        one can have ended yet; else 0.
    usual : float
        Doubt (1 minus the chance) that most readings of what is believed stay below.
    """

    def __init__(self, points: int) -> None:
        self._points = points
        self._open: Floats = np.zeros(points)
        self._board: NDArray[np.uint8] | None = None
        self._sum = USUAL * LONGEST * points / 2
        self._time = LONGEST
        self._age = 0.0
        self.lasting = 0.0
        self._unsure: Floats = np.zeros(points)
        self._is_blurred = False
        self.nats = self.calm = 0.0
        self.usual = LEAST_DOUBT

    @property
    def supposed(self) -> float:
        """See there."""
        return SUPPOSED if self._is_blurred and self._age < YOUNG else 0.0

    def update(self, chances: Floats, seen: Mask, near: Mask, board: bytes | None, step: float) -> None:
        """Take in what was read ((n * n, 3)) while this was believed, `step` seconds after the last time.

        `near` says where a hand was just now: what ended there may have been no error.
        """
        if board is None:
            return
        raw = chances.argmax(axis=1)
        believed = np.frombuffer(board, np.uint8)
        if self._board is not None and board != self._board.tobytes():
            self._open[believed != self._board] = 0.0
        self._board = believed
        wrong = seen & (raw != believed)
        over = seen & ~wrong & (self._open > 0)
        fade = float(np.exp(-step / REMEMBERED))
        self._sum = self._sum * fade + float(np.minimum(self._open[over], LONGEST).sum())
        self._time = self._time * fade + step
        right = seen & ~wrong & (believed > 0)
        if right.sum() >= FEW_STONES:
            doubts = 1 - surest(chances[right])
            nine_in_ten = round(0.9 * (len(doubts) - 1))
            doubt = float(np.partition(doubts, nine_in_ten)[nine_in_ten])
            share = 1 - math.exp(-step / REMEMBERED)
            self.usual += share * (min(MOST_DOUBT, max(LEAST_DOUBT, doubt)) - self.usual)
        longest = float(np.minimum(self._open[over & ~near], LONGEST).max(initial=0.0))
        self.lasting = max(self.lasting * math.exp(-step / FORGOTTEN), longest)
        self._age += step
        if self._age < YOUNG and not self._is_blurred:
            unsure = seen & (1 - chances.max(axis=1) > UNSURE)
            self._unsure = np.where(unsure, self._unsure + step, 0.0)
            self._is_blurred = (self._unsure >= UNSURE_FOR).mean() > UNSURE_SHARE
        self._open[over] = 0.0
        self._open[wrong] += step
        share = self._sum / (self._time * self._points)
        nats = BY_NOISE * float(np.log(share / USUAL))
        self.nats, self.calm = min(max(0.0, nats), WORST), min(max(0.0, -nats), CALMEST)

    def forget(self) -> None:
        """The view changed: what was open is not followed further."""
        self._open[:] = 0.0


def surest(chances: Floats | NDArray[np.float32]) -> Floats:
    """Chance of the likeliest content of each point, (M,), from those of all three, (M, 3).

    Column by column: NumPy takes ten times as long over so many rows of three.
    """
    return np.asarray(np.maximum(np.maximum(chances[:, 0], chances[:, 1]), chances[:, 2]), np.float64)
