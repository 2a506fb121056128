"""Making and changing tournaments, divisions and stages."""
