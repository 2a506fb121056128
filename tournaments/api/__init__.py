"""The HTTP API for tournaments: reading, entering players, webhooks."""
