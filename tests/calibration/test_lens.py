"""Fitting a grid and its lens to crossings."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.lattice import Lattice
from calibration.lens import fit_grid, lens_for
from vision.grid import Grid

SHAPE = (480, 640)
CORNERS = np.array([[100.0, 60.0], [540.0, 80.0], [610.0, 440.0], [35.0, 410.0]])


def crossings(k1: float, noise: float, share: float, seed: int) -> tuple[Lattice, Grid]:
    """What a lattice fit would hand over of a 19 x 19 board: a share of the crossings, roughly."""
    rng = np.random.default_rng(seed)
    truth = Grid(19, CORNERS, lens_for(k1, SHAPE) if k1 else None)
    rows, cols = np.mgrid[0:19, 0:19]
    numbers = np.stack([rows.ravel(), cols.ravel()], axis=1)
    numbers = numbers[rng.random(361) < share]
    places = truth.pixels_of(numbers) + rng.normal(0, noise, (len(numbers), 2))
    homography, _ = cv2.findHomography(numbers[:, ::-1].astype(float), places)
    assert homography is not None
    weights = np.ones(len(numbers))
    return Lattice(numbers, places, weights, (19, 19), 0.9, 0.9, np.asarray(homography, float)), truth


@pytest.mark.parametrize("k1", [0.0, -0.05, -0.12, 0.05])
def test_grid_and_lens_are_found_from_noisy_crossings(k1: float) -> None:
    lattice, truth = crossings(k1, noise=0.8, share=0.7, seed=3)
    grid, rms = fit_grid(lattice, 19, SHAPE)
    rows, cols = np.mgrid[0:19, 0:19]
    every = np.stack([rows.ravel(), cols.ravel()], axis=1)
    off = np.linalg.norm(grid.pixels_of(every) - truth.pixels_of(every), axis=1) / truth.cell
    assert off.max() < 0.06
    assert rms < 0.08
    assert (grid.lens.k1 if grid.lens else 0.0) == pytest.approx(k1, abs=0.02)


def test_a_tenth_of_wrong_crossings_does_not_bend_the_grid() -> None:
    lattice, truth = crossings(-0.08, noise=0.5, share=0.8, seed=4)
    rng = np.random.default_rng(5)
    wrong = rng.random(len(lattice.places)) < 0.1
    lattice.places[wrong] += rng.uniform(-10, 10, (int(wrong.sum()), 2))
    grid, _ = fit_grid(lattice, 19, SHAPE)
    assert np.linalg.norm(grid.corners - truth.corners, axis=1).max() < 0.1 * truth.cell
