"""Announcements to the hall, and the round clock."""
