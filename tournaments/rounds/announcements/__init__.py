"""What a hall is told: announcements and the round clock."""
