"""The invented club of `./run --demo`: its season, its evenings, a weekend open."""
