"""Public pages of a club's tournaments: home, list, hub and rules."""
