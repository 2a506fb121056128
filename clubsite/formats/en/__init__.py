"""English, as it is read all over Europe."""
