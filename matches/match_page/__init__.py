"""The page of one match: pad, scoreboard, decisions; matches outside tournaments."""
