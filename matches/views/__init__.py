"""Pages of matches, players and accounts."""
