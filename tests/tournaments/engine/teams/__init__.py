"""Teams as values: line-ups, boards, tables, and draws that take them as entrants."""
