"""Paper: the registry of documents, asking for them, and what makes PDFs."""
