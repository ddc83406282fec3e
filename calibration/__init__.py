"""Calibration: how the grid of a board is found in a picture, followed and kept."""
