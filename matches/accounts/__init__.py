"""Who signs in: accounts, invitations, set-up."""
