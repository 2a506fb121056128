"""What is on record of a match, and the only code that writes it."""
