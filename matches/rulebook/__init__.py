"""The rules of backgammon for players, by profile; the switches of the rules."""
