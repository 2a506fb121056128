"""Screens of the hall: their settings, and the pages that a television opens."""
