"""The rules of a tournament as a printed document."""

from typing import Final

from django.urls import reverse
from django.utils.translation import get_language

from matches.documents.registry import Document
from matches.rulebook.paper import rules_paper, stylesheet, two_pages
from matches.rules.text import gettext_noop
from tournaments.structure.documents import TOURNAMENT, for_anybody
from tournaments.structure.models import Tournament
from tournaments.structure.queries import main_stage


def _url(tournament: Tournament) -> str:
    return reverse("rules_of_play", args=[tournament.slug])


def _values(tournament: Tournament) -> str:
    return rules_paper(
        main_stage(tournament).division.profile.profile,
        path=_url(tournament),
        tournament=tournament.name,
    )


RULES_OF_PLAY: Final[Document[Tournament, str]] = Document(
    key="rules-of-play",
    title=gettext_noop("Rules of the game"),
    scope=TOURNAMENT,
    access=for_anybody,
    values=_values,
    basis=lambda html: (stylesheet(), html),
    build=two_pages,
    file_name=lambda tournament: f"{tournament.slug}-{get_language()}.pdf",
    back=_url,
    note=gettext_noop("Two pages to print (PDF)"),
)
