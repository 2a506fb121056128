"""Pages for rulings that are stored with their match."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import quote, urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from matches.accounts.roles import Act
from matches.decisions.adjust import PointsDecision
from matches.documents.registry import Offer, offers
from matches.ledger import access as ledger_access
from matches.ledger.models.facts import Ruling
from matches.ledger.models.match import Match
from matches.ledger.occasions import Occasion, occasion_of
from matches.rules.board import Situation, verdict, xgid
from matches.rules.refusals import RuleError
from matches.rulings import access as rulings_access
from matches.rulings.paper import RulingPaper, paper_of_kept
from matches.rulings.services import KeptQuestion, keep_ruling
from matches.rulings.sheet_forms import KeepForm
from matches.rulings.views import ask, page_of
from matches.web import answers
from matches.web.answers import Page


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptRulingPage(Page):
    """A ruling that is stored with its match."""

    template = "matches/rulings/ruling_kept.html"

    kept: Ruling
    occasion: Occasion | None
    paper: RulingPaper
    offers: Sequence[Offer]
    is_director: bool

    @property
    def match(self) -> Match:
        """The match of the ruling."""
        return self.kept.adjustment.match

    @property
    def desk_url(self) -> str:
        """The ruling desk with the question of the ruling."""
        return _desk_url(self.kept, self.match, self.paper)

    @property
    def may_remove(self) -> bool:
        """Whether the visitor may take it back."""
        is_open = not self.kept.adjustment.voided_at and not self.match.locked_at
        return self.is_director and is_open


@require_POST
def keep(request: HttpRequest, code: str) -> HttpResponse:
    """Store a ruling with its match; after a refusal the desk shows the input again."""
    match, reporter = ledger_access.match_for_director(request, code)
    asked = ask(request, _question(request, match))
    form = KeepForm(request.POST)
    status = answers.REFUSED
    if asked.is_empty:
        form.add_error(None, _("Put checkers on the board first."))
    if form.is_valid() and not asked.form.errors:
        given, situation = form.cleaned_data, asked.situation
        try:
            kept = keep_ruling(
                match_id=match.pk,
                question=_asked(situation, asked.play),
                decision=PointsDecision(
                    side=situation.decides,
                    rule=given["rule"],
                    decision=given["decision"],
                    is_public=given["is_public"],
                ),
                op=given["op"],
                by=reporter,
            )
        except RuleError as error:
            form.add_error(None, answers.sentence(error))
            status = answers.status_of(error)
        else:
            return _told(request, match, kept.ruling)
    page = page_of(request, asked, keep_form=form)
    return answers.show_page(request, page, status=status)


@require_safe
def kept_ruling(request: HttpRequest, code: str, pk: int) -> HttpResponse:
    """Show a stored ruling."""
    found = rulings_access.ruling_for_viewer(request, code, pk)
    page = KeptRulingPage(
        kept=found,
        occasion=occasion_of(found.adjustment.match),
        paper=paper_of_kept(found),
        offers=offers("ruling", found),
        is_director=ledger_access.may_here(request, found.adjustment.match, Act.DECIDE),
    )
    return answers.show_page(request, page)


def _desk_url(kept: Ruling, match: Match, paper: RulingPaper) -> str:
    """Return the URL of the ruling desk with the question of a stored ruling."""
    asked = {"id": paper.xgid, "play": kept.play}
    sent = {name: text for name, text in asked.items() if text}
    query = urlencode({**sent, "match": match.code, "score": "id"}, quote_via=quote)
    return f"{reverse('ruling')}?{query}"


def _question(request: HttpRequest, match: Match) -> QueryDict:
    """Return the question in the form of the desk's address."""
    sent = QueryDict(mutable=True)
    sent["id"] = request.POST.get("id", "")
    sent["play"] = request.POST.get("play", "")
    sent["score"] = request.POST.get("score", "")
    sent["match"] = match.code
    return sent


def _asked(situation: Situation, play: str) -> KeptQuestion:
    dice = situation.dice
    about = "plays" if dice else ""
    if play:
        about = "play"
    if verdict(situation.position) is not None:
        about = "end"
    return KeptQuestion(
        xgid=xgid(situation),
        about=about,
        dice="".join(map(str, dice or ())),
        play=play,
    )


def _told(request: HttpRequest, match: Match, kept: Ruling | None) -> HttpResponse:
    if kept is None:
        answers.tell(request, _("Already saved."))
        return redirect("match", code=match.code)
    undo = reverse("remove_adjustment", args=[match.code, kept.adjustment_id])
    answers.tell(request, _("The ruling has been saved with the match."), undo_url=undo)
    return redirect("ruling_kept", code=match.code, pk=kept.pk)
