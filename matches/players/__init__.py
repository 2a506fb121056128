"""The players of a club: names, identity, pasted lists, their pages."""
