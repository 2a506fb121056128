"""The page of one match: score pad, scoreboard, decisions; matches outside tournaments."""
