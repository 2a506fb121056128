"""The ruling desk: a position, a question, an answer. Open to all visitors."""

from dataclasses import dataclass
from functools import partial
from typing import Final
from urllib.parse import quote, urlencode

from django.forms import Form
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from matches.accounts import access as accounts_access
from matches.accounts.roles import Act
from matches.diagrams import shapes_to_move
from matches.diagrams.svg import Names, colours, situation_words
from matches.documents.registry import offers
from matches.ledger import access as ledger_access
from matches.ledger.adjust import PointsDecision
from matches.ledger.models.facts import Ruling
from matches.ledger.models.match import Match
from matches.ledger.occasions import occasion_of
from matches.ledger.queries import match_view
from matches.players.codes import normalised
from matches.rules import Phase
from matches.rules.board import CHECKERS, START, Situation, gnubg_id, verdict, xgid
from matches.rules.board.notation import UnreadablePlayError
from matches.rules.refusals import RuleError
from matches.rulings.answers import Answers, answer, main_board, names_of
from matches.rulings.forms import (
    BY_ID,
    BY_MATCH,
    EMPTY,
    KeepForm,
    MatchCodeForm,
    RulingForm,
    start_of,
    values_of,
)
from matches.rulings.paper import paper_of
from matches.rulings.services import keep_ruling, ruling_for_viewer
from matches.web import answers as web_answers
from matches.web.decorators import heavy

ANSWERS: Final = "ruling-answers"
"""The part of the page that a script requests after each moved checker."""


@heavy
@require_safe
def ruling(request: HttpRequest) -> HttpResponse:
    """Answer the question in the URL; a submitted form redirects to a shorter URL."""
    asked = ask(request, request.GET)
    if "code" in request.GET and _may_keep(request, None):
        return _with_match(request, asked)
    address = f"{reverse('ruling')}?{asked.query}"
    status = web_answers.REFUSED if asked.form.errors else 200
    was_sent = "was" in request.GET and not asked.form.errors
    if was_sent and not web_answers.is_fragment(request) and asked.note is None:
        return redirect(address)
    shown = show_desk(request, asked, status=status)
    if web_answers.is_fragment(request) and was_sent:
        shown["HX-Replace-Url"] = address
    return shown


def _is_crawford(match: Match) -> bool:
    if match.is_money or match.is_over:
        return False
    return match_view(match).ledger.phase is Phase.CRAWFORD


@dataclass(frozen=True, slots=True)
class RulingQuestion:
    """The question in the URL: the form as shown, and how it was understood."""

    form: RulingForm
    match: Match | None
    situation: Situation
    play: str
    answers: Answers

    @property
    def names(self) -> Names | None:
        return names_of(self.match)

    @property
    def is_empty(self) -> bool:
        return self.situation.position == EMPTY

    @property
    def note(self) -> tuple[str, str, str] | None:
        return None if self.form.errors else score_note(self.form)

    @property
    def query(self) -> str:
        query = {"id": xgid(self.situation)}
        if self.form.is_other_score:
            query["score"] = self.form.chosen["score"]
        if self.play:
            query["play"] = self.play
        if self.match:
            query["match"] = self.match.code
        return urlencode(query)


def _with_match(request: HttpRequest, asked: RulingQuestion) -> HttpResponse:
    """Redirect with the same question to the desk of the match with the typed code."""
    form = MatchCodeForm(request.GET)
    if form.is_valid():
        code = normalised(form.cleaned_data["code"])
        if ledger_access.is_match_for_viewer(request, code):
            query = {"match": code}
            if not asked.situation.length:  # no score was entered
                query["take"] = BY_MATCH
            return redirect(
                f"{reverse('ruling')}?{asked.query}&{urlencode(query)}#keep"
            )
        text = _("No match has the code %(code)s. The code is on the match page.")
        form.add_error("code", text % {"code": code})
    return show_desk(request, asked, status=web_answers.REFUSED, code_form=form)


def ask(request: HttpRequest, sent: QueryDict) -> RulingQuestion:
    """Read a question. Errors of the input are in the form."""
    code = sent.get("match", "")
    match = ledger_access.match_for_viewer(request, code) if code else None
    names = names_of(match) or colours()
    start = start_of(match, crawford=match is not None and _is_crawford(match))
    form = RulingForm(sent, names=names, start=start)
    draws_all = "all" in sent
    if not form.is_valid():
        return RulingQuestion(form, match, form.before, "", Answers())
    situation, play = form.situation, form.cleaned_data["play"].strip()
    values = values_of(situation, play=play) | form.chosen
    shown = RulingForm(values, names=names, start=start)
    shown.is_valid()
    answers = Answers()
    if play and situation.dice is None:
        shown.add_error(
            "die_1", _("Choose both dice: a play can only be checked for a given roll.")
        )
        return RulingQuestion(shown, match, situation, play, answers)
    try:
        answers = answer(situation, play=play, match=match, draw_all=draws_all)
    except UnreadablePlayError as error:
        shown.add_error("play", web_answers.sentence(error))
        answers = answer(situation, play="", match=match, draw_all=draws_all)
    return RulingQuestion(shown, match, situation, play, answers)


def show_desk(
    request: HttpRequest, asked: RulingQuestion, *, status: int = 200, **forms: Form
) -> HttpResponse:
    """Show the desk, or the answers alone to a script that has moved a checker."""
    context = desk_of(request, asked) | forms
    part = "_ruling_answers.html" if context["is_alone"] else "_ruling.html"
    return web_answers.show(
        request,
        "matches/rulings/ruling.html",
        context,
        fragment=f"matches/rulings/{part}",
        status=status,
    )


def desk_of(request: HttpRequest, asked: RulingQuestion) -> dict[str, object]:
    """Return the desk with a question, its answers and the forms to keep them."""
    match, situation, names = asked.match, asked.situation, asked.names
    is_director = _may_keep(request, match)
    return {
        "asked": asked,
        "form": asked.form,
        "match": match,
        "occasion": occasion_of(match) if match else None,
        "situation": situation,
        "answers": asked.answers,
        "names": names or colours(),
        "words": partial(situation_words, situation, names=names),
        "board": partial(main_board, situation, names=names, has_places=True),
        "shapes": shapes_to_move,
        "xgid": xgid(situation),
        "gnubg_id": partial(gnubg_id, situation),
        "start": START.points,
        "most": CHECKERS,
        "is_alone": request.headers.get("HX-Target") == ANSWERS,
        "is_director": is_director,
        "may_keep": is_director and match is not None and not match.is_money,
        "keep_form": KeepForm(initial={"op": web_answers.new_op()}),
        "code_form": MatchCodeForm(),
    }


def _may_keep(request: HttpRequest, match: Match | None) -> bool:
    if match is None:
        return accounts_access.is_allowed(request, Act.CLUB_MATCHES)
    return ledger_access.may_here(request, match, Act.DECIDE)


def score_note(form: RulingForm) -> tuple[str, str, str] | None:
    """Return a note about two scores, with value and label of a button for the other.

    None if there is only one score.
    """
    stands = score_words(form.start)
    if form.is_other_score:
        values = {"told": score_words(form.situation), "stands": stands}
        text = _("The position says %(told)s, but the match score is %(stands)s.")
        return (text % values, BY_MATCH, _("Use the match score"))
    if form.pasted is None or not form.chosen["told"]:
        return None
    values = {"told": score_words(form.pasted), "stands": stands}
    text = _(
        "The ID says %(told)s, but the match score is %(stands)s. The match score is "
        "used."
    )
    return (text % values, BY_ID, _("Use the score from the ID"))


def score_words(situation: Situation) -> str:
    """Return the score as text, such as "1–3 to 5"."""
    if not situation.length:
        return _("money play")
    words = _("%(one)s–%(two)s to %(length)s")
    if situation.crawford:
        words = _("%(one)s–%(two)s to %(length)s, Crawford game")
    return words % {
        "one": situation.score.one,
        "two": situation.score.two,
        "length": situation.length,
    }


# Rulings kept with their match -----------------------------------------------


@require_POST
def keep(request: HttpRequest, code: str) -> HttpResponse:
    """Store a ruling with its match; after a refusal the desk shows the input again."""
    match, reporter = ledger_access.match_for_director(request, code)
    asked = ask(request, _question(request, match))
    form = KeepForm(request.POST)
    status = web_answers.REFUSED
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
            form.add_error(None, web_answers.sentence(error))
            status = web_answers.status_of(error)
        else:
            return _told(request, match, kept)
    return show_desk(request, asked, status=status, keep_form=form)


@require_safe
def kept_ruling(request: HttpRequest, code: str, pk: int) -> HttpResponse:
    kept = ruling_for_viewer(request, code, pk)
    match, paper = kept.adjustment.match, paper_of(kept)
    is_director = ledger_access.may_here(request, match, Act.DECIDE)
    is_open = not kept.adjustment.voided_at and not match.locked_at
    context = {
        "kept": kept,
        "match": match,
        "occasion": occasion_of(match),
        "paper": paper,
        "offers": offers("ruling", kept),
        "question_url": _question_url(kept, match),
        "is_director": is_director,
        "may_remove": is_director and is_open,
    }
    return render(request, "matches/rulings/ruling_kept.html", context)


def _question_url(kept: Ruling, match: Match) -> str:
    asked = {"id": kept.xgid, "play": kept.play}
    sent = {name: text for name, text in asked.items() if text}
    query = urlencode({**sent, "match": match.code, "score": "id"}, quote_via=quote)
    return f"{reverse('ruling')}?{query}"


def _question(request: HttpRequest, match: Match) -> QueryDict:
    sent = QueryDict(mutable=True)
    sent["id"] = request.POST.get("id", "")
    sent["play"] = request.POST.get("play", "")
    sent["score"] = request.POST.get("score", "")
    sent["match"] = match.code
    return sent


def _asked(situation: Situation, play: str) -> Ruling:
    dice = situation.dice
    question = "plays" if dice else ""
    if play:
        question = "play"
    if verdict(situation.position) is not None:
        question = "end"
    written = "".join(map(str, dice or ()))
    return Ruling(xgid=xgid(situation), question=question, dice=written, play=play)


def _told(request: HttpRequest, match: Match, kept: Ruling | None) -> HttpResponse:
    if kept is None:
        web_answers.tell(request, _("Already saved."))
        return redirect("match", code=match.code)
    undo = reverse("remove_adjustment", args=[match.code, kept.adjustment_id])
    web_answers.tell(
        request, _("The ruling has been saved with the match."), undo_url=undo
    )
    return redirect("ruling_kept", code=match.code, pk=kept.pk)
