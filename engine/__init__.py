"""Rules of Go: positions, legality, and which moves explain a change. Standard library only."""
