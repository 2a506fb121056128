"""What a large club shows: each address by role, each paper, each API answer."""
