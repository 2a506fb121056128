"""The players who wait at the desk of a practice for the director."""

from dataclasses import dataclass

from django.utils.translation import gettext

from tournaments.practice.course import course_of
from tournaments.practice.models import Practice
from tournaments.practice.turns import handed_in, walk_in, wrong_results
from tournaments.structure.models import Tournament


@dataclass(frozen=True, slots=True)
class Visitor:
    """A person at the desk: their words, and what to type into the result box."""

    text: str
    line: str = ""


def practice_of(tournament: Tournament) -> Practice | None:
    """Return the practice of a tournament, None if it is none. One query at most."""
    if not tournament.is_practice:
        return None
    found = Practice.objects.select_related("tournament")
    return found.filter(tournament=tournament).first()


def visitors_of(practice: Practice | None) -> tuple[Visitor, ...]:
    """Return the people at the desk now. Three queries."""
    if practice is None or practice.tournament.is_closed:
        return ()
    return (*_sheets(practice), *_wrong(practice), *_walk_in(practice))


def _sheets(practice: Practice) -> list[Visitor]:
    text = gettext("Score sheet M%(number)s has been handed in: %(score)s.")
    found = []
    for number, match, _pairing in handed_in(practice):
        one, two = course_of(practice.seed, number, match.length).score
        values = {"number": number, "score": f"{one}–{two}"}
        found.append(Visitor(text % values, f"{number} {one} {two}"))
    return found


def _wrong(practice: Practice) -> list[Visitor]:
    text = gettext(
        "%(one)s and %(two)s say M%(number)s was entered the wrong way round; "
        "%(score)s "
        "is correct."
    )
    found = []
    for number, match, _pairing in wrong_results(practice):
        one, two = course_of(practice.seed, number, match.length).score
        values = {
            "one": match.player_1.name,
            "two": match.player_2.name,
            "number": number,
            "score": f"{one}–{two}",
        }
        found.append(Visitor(text % values, f"{number} {one} {two}"))
    return found


def _walk_in(practice: Practice) -> list[Visitor]:
    name = walk_in(practice)
    if not name:
        return []
    text = gettext("%(name)s has arrived without an entry and would like to play.")
    return [Visitor(text % {"name": name})]
