"""The facts on record of a match, and the only code that writes them."""
