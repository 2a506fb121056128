"""How far each stage is, who waits, and what its director does next."""
