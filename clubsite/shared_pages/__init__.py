"""Public pages as compressed bytes: rendered once, and sent to every phone."""
