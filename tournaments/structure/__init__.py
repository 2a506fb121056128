"""The rows of tournaments, divisions, stages and entries; structures as values."""
