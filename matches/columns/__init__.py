"""Columns of the database that many models share: constraints, and typed JSON."""
