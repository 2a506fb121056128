"""Invented people and how their matches end. Pure: all of it follows from a seed."""

from hashlib import sha256
from typing import Final

MINUTES_A_POINT: Final = 7
FIRST_NAMES: Final = (
    *("Abel", "Berit", "Casper", "Ditte", "Emil", "Fenna", "Gustav", "Helle"),
    *("Ivar", "Jette", "Kjeld", "Lotte", "Mats", "Nynke", "Oskar", "Petra"),
)
LAST_NAMES: Final = (
    *("Almskov", "van Beekveld", "Czarnfelt", "Dalsmark", "Enegård", "Fjellheim"),
    *("Grønhøj", "Hallingdal", "Isfelt", "Jernström", "Klintø"),
)
CLUBS: Final = ("Nordby BK", "Sundvik", "Westpolder", "Fjordheim", "")
MOST_PEOPLE: Final = 64
"""The most people; the lists of names make more different names than this."""


def invented_people(seed: str, count: int) -> list[tuple[str, str]]:
    """Return the names and clubs of invented people, no name twice."""
    first = _chances(seed, "all", 0)[0]
    people = []
    for place in range(count):
        # The lengths of the lists have no common divisor, so every pair of names comes
        # once.
        step = first + place
        first_name = FIRST_NAMES[step % len(FIRST_NAMES)]
        last_name = LAST_NAMES[step % len(LAST_NAMES)]
        club = CLUBS[(step * 7 + place) % len(CLUBS)]
        people.append((f"{first_name} {last_name}", club))
    return people


def invented_match(seed: str, number: int, length: int) -> tuple[tuple[int, int], int]:
    """Return the score of a match by its number, and the seconds that it takes."""
    chance = _chances(seed, "match", number)
    loser = chance[0] % length
    score = (length, loser) if chance[3] % 2 else (loser, length)
    usual = (length + loser) * MINUTES_A_POINT * 60 // 2
    return score, usual * (75 + chance[2] % 50) // 100


def _chances(seed: str, what: str, number: int) -> bytes:
    return sha256(f"{seed} {what} {number}".encode()).digest()
