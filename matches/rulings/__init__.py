"""The ruling desk, and rulings kept with a match."""
