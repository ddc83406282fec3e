"""The commands, one module each; their heavy imports come late."""
