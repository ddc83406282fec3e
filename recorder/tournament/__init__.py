"""Tournaments: who plays whom at which table, from the files of pairing programs, and the results back to them."""
