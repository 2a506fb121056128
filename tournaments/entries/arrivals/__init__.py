"""Checking in without the desk: by phones in the hall, and by a tablet at the door."""
