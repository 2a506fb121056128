"""The pages of the club: its settings, its logo, and files that browsers request."""
