"""Opening matches that are due, and calling them to tables."""
