"""Who takes part: entering one name, a list or a file, checking in."""
