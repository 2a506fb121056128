"""Setting aside what was published, and bringing it back."""
