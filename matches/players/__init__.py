"""The people a club knows: names, identity, rosters, their pages."""
