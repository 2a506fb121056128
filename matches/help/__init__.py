"""The manual of docs/manual as help on the site."""
