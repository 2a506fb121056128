"""Players' versions of a match: reporting, confirming, disputing, deciding."""
