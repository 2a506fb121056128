"""Rating lists: which matches count, what each was worth, who stands where."""
