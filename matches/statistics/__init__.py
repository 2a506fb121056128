"""What a player has played, counted: the record, opponents, games, milestones."""
