"""Commands that are run from the shell."""
