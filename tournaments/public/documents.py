"""The rules of a tournament as a printed document."""

from itertools import chain
from typing import Final

from django.urls import reverse

from matches.documents.languages import in_turn
from matches.documents.registry import Document
from matches.rulebook.paper import rules_paper, stylesheet, two_pages
from matches.rules.game import gettext_noop
from tournaments.paper.values import WALL
from tournaments.structure.documents import TOURNAMENT, for_anybody, two_languages_of
from tournaments.structure.models import Tournament
from tournaments.structure.queries import played_rules


def _url(tournament: Tournament) -> str:
    return reverse("rules_of_play", args=[tournament.slug])


@in_turn
def _in_one_language(tournament: Tournament) -> tuple[str, ...]:
    divisions = tournament.divisions.select_related("profile")
    return tuple(
        rules_paper(
            rules.profile,
            path=_url(tournament) + (f"?division={rules.number}" if rules.name else ""),
            tournament=" · ".join(filter(None, (tournament.name, rules.name))),
        )
        for rules in played_rules(divisions)
    )


def _values(tournament: Tournament) -> tuple[str, ...]:
    return tuple(chain.from_iterable(_in_one_language(tournament)))


RULES_OF_PLAY: Final[Document[Tournament, tuple[str, ...]]] = Document(
    key="rules-of-play",
    title=gettext_noop("Rules of the game"),
    scope=TOURNAMENT,
    access=for_anybody,
    group=WALL,
    values=_values,
    basis=lambda papers: (stylesheet(), papers),
    build=lambda papers: two_pages(*papers),
    language=two_languages_of,
    back=_url,
    note=gettext_noop("Two pages to print (PDF)"),
)
