"""Accounts of directors: sign-in, invitations, set-up."""
