"""What leaves the house: e-mail and messages on phones."""
