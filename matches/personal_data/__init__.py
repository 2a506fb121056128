"""Personal data: forgetting a person, merging entries, the data file for a player."""
