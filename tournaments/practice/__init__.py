"""Practice: a tournament of invented people that counts for nothing."""
