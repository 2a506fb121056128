"""Practice: a tournament of invented people that plays itself."""
