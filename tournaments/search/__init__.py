"""One search over tournaments, players, matches and pages of the site."""
