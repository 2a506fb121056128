"""Rating lists: which matches count, what each was worth, the places of players."""
