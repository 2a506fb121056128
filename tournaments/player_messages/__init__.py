"""Messages of players to the desk: late, needs a break, wants to withdraw."""
