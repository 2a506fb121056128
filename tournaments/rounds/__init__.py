"""What was drawn: draws, rounds and pairings as rows."""
