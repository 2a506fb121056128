"""Seasons: points for evenings, the best of them, tables, closing, finals."""
