"""Creating and changing tournaments, divisions, stages and templates."""
