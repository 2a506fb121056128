"""What the HTTP API tells of tournaments, and what it lets programs do there."""
