"""What a director decides about a match: penalty points, endings, pauses."""
