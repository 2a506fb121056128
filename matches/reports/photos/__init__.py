"""Photos of score sheets."""
