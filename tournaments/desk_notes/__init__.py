"""Notes at the desk, by directors and helpers for those who follow them."""
