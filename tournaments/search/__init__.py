"""One search over tournaments, players, matches, and what a visitor can do."""
