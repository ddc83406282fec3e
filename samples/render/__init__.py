"""Rendering Go boards by a path tracer: for the sample film, the tests and the learning of the networks."""
