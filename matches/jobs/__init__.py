"""Background work, stored as rows."""
