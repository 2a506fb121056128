"""The director's desk of a running tournament."""
