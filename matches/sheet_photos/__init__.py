"""Photos of score sheets that are read: proposed games, shown beside their rows."""
