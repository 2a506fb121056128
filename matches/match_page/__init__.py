"""The page of one match, with the score pad and the scoreboard."""
