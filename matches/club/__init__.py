"""The club: what it is called, where it is, and in which language and zone it lives."""
