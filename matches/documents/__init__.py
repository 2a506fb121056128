"""Printed documents: their registry, requests for them, and the making of PDFs."""
