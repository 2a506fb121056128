"""The result box at the desk."""
