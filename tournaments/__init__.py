"""Many matches: entries, draws, rounds and standings."""
