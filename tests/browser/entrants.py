"""The people of an open, and the list of them as it comes by mail."""

from collections.abc import Sequence

FIRST = (
    *("Anna", "Bjørn", "Cecilie", "Dirk", "Elin", "Finn", "Greta", "Håkon"),
    *("Ida", "Jonas", "Karin", "Lars", "Maud", "Niels", "Oda", "Pieter"),
)
LAST = ("Aalto", "Brekke", "Cramer", "Dybdahl")
DOUBTFUL = "Oda"
"""Nearly Ida of the same family: the list asks whether they are two people."""
PEOPLE = tuple(f"{first} {last}" for last in LAST for first in FIRST)


def as_people_write(people: Sequence[str]) -> str:
    """Return a list of entries in five ways of writing; each has ten points more."""
    lines = []
    for number, name in enumerate(people):
        first, last = name.split()
        points = 1300 + 10 * number
        ways = (
            f"{name} {points}",
            f"{name} (Køge BK) {points}",
            f"{last}, {first}, Malmö, {points}",
            f"{number + 1}. {name} {points}",
            f"{name}\tUtrecht\t{points}",
        )
        lines.append(ways[number % len(ways)])
    return "\n".join(lines)
