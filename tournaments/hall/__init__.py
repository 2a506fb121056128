"""What a director does in the hall: tables, calls, moves."""
