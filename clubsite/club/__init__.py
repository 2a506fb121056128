"""The pages of the club: its settings, its logo, what browsers and machines ask."""
