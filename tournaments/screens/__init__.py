"""Screens of the hall: what each shows, and the pages that a television opens."""
