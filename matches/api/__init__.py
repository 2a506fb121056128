"""The HTTP API for other programs: operations, shapes, tokens."""
