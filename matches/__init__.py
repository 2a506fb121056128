"""One match: players, games and scores; knows nothing of tournaments."""
