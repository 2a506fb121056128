"""The statistics of a player: record, opponents, games, milestones."""
