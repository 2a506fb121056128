"""Tables of standings."""
