"""How long matches, rounds and evenings take. Pure: minutes in, minutes out."""
