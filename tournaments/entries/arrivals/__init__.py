"""Check-in without the desk: by phone in the hall, or on a tablet at the door."""
