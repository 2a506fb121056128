"""The ruling desk, and rulings stored with a match."""
