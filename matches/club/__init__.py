"""The club: its name, town, logo, language and time zone."""
