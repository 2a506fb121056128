"""A ruling that is kept with a match, as a printed document."""

from functools import cache
from typing import Final

from django.http import Http404, HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language

from matches.documents.languages import FONT_FAMILY
from matches.documents.pdf import render_pdf
from matches.documents.registry import Document, Scope, paper_now
from matches.ledger.models.facts import Ruling
from matches.rules.game import gettext_noop
from matches.rulings.paper import paper_of, players_of
from matches.rulings.services import ruling_for_viewer


def _html(kept: Ruling) -> str:
    context = {"paper": paper_of(kept), "language": get_language()}
    return render_to_string("matches/rulings/paper.html", context)


def _build(html: str) -> bytes:
    # The alternative text of a drawing in a PDF is its title.
    titled = html.replace("<desc ", "<title ").replace("</desc>", "</title>")
    return render_pdf(titled, _stylesheet(paper_now().css))


@cache
def _stylesheet(paper: str) -> str:
    return render_to_string(
        "matches/rulings/paper.css", {"font": FONT_FAMILY, "paper": paper}
    )


def _may_see_kept(request: HttpRequest, address: str) -> None:
    code, _slash, pk = address.partition("/")
    if not (pk.isascii() and pk.isdigit()):
        raise Http404
    ruling_for_viewer(request, code, int(pk))


def _kept_at(address: str) -> Ruling:
    _code, _slash, pk = address.partition("/")
    kept = Ruling.objects.select_related(
        "adjustment__match__player_1",
        "adjustment__match__player_2",
        "adjustment__match__profile",
    )
    return kept.get(pk=int(pk))


KEPT: Final[Scope[Ruling]] = Scope(
    kind="ruling",
    address=lambda kept: f"{kept.adjustment.match.code}/{kept.pk}",
    find=_kept_at,
    name=lambda kept: players_of(kept.adjustment.match),
    url=lambda kept: reverse("ruling_kept", args=[kept.adjustment.match.code, kept.pk]),
)

KEPT_RULING: Final[Document[Ruling, str]] = Document(
    key="kept-ruling",
    title=gettext_noop("Ruling"),
    scope=KEPT,
    access=_may_see_kept,
    values=_html,
    build=_build,
    note=gettext_noop("PDF"),
)
