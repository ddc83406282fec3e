"""From frames to readings: the board sought, kept in view, and read where something changed."""
