"""What people are told of a tournament by e-mail and on their phones."""
