"""Tables as files for others: spreadsheets, programs, federations."""
