"""A tournament as one file: written here, opened on another site."""
