"""What a tournament is made of: tournaments, divisions, stages, entries as rows."""
