"""Letters in place of numbers, for groups."""

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def group_name(group: int) -> str:
    """Return the letter of a group, from 1: A to Z, then AA and so on."""
    letters = ""
    while group > 0:
        group, letter = divmod(group - 1, len(ALPHABET))
        letters = ALPHABET[letter] + letters
    return letters
