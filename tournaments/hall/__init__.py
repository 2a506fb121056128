"""Acts of directors in the hall: tables, calls, moves."""
