"""Seeing: what the pixels of a frame show on each point of the board."""
