"""The page of a player: record, opponents, games, milestones; merging, deleting."""
