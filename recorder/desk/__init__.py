"""What operator, referee and clock do to a running game."""
