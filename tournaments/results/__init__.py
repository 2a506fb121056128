"""Results that a director types at the desk."""
