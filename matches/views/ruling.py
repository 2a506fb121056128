"""The ruling desk: a position, a question, an answer. Open to everybody."""

from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches import access, web
from matches.board_words import Names, colours, situation_words
from matches.codes import normalised
from matches.models import Match
from matches.occasions import occasion_of
from matches.rules import Phase
from matches.rules.board import Situation, gnubg_id, xgid
from matches.rules.board.notation import UnreadablePlayError
from matches.rules.errors import RuleError
from matches.ruling_forms import BY_MATCH, EMPTY, RulingForm, start_of, values_of
from matches.ruling_sheets import CodeForm, KeepForm, SheetForm
from matches.selectors import match_view
from matches.views.ruling_answers import Answers, answer, main_board, names_of
from matches.views.ruling_paper import paper_of, pdf_answer
from matches.views.ruling_scores import ScoreNote, score_note

ANSWERS: Final = "ruling-answers"
"""The part of the page that a script asks for after each checker."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What the address asks: the form as it is shown, and what was understood."""

    form: RulingForm
    match: Match | None
    situation: Situation
    play: str
    answers: Answers
    draws_all: bool

    @property
    def names(self) -> Names | None:
        """What the players are called, if they are known."""
        return names_of(self.match)

    @property
    def is_empty(self) -> bool:
        """Whether nobody has put a checker on the board yet."""
        return self.situation.position == EMPTY

    @property
    def note(self) -> ScoreNote | None:
        """What to say of a score that is not the one of the match."""
        return None if self.form.errors else score_note(self.form)

    @property
    def query(self) -> str:
        """The question as part of an address."""
        told = {"id": xgid(self.situation)}
        if self.form.is_other_score:
            told["score"] = self.form.chosen["score"]
        if self.play:
            told["play"] = self.play
        if self.match:
            told["match"] = self.match.code
        return urlencode(told)


@require_safe
def ruling(request: HttpRequest) -> HttpResponse:
    """Answer what the address asks; a form that was sent gets a shorter address."""
    asked = ask(request, request.GET)
    if "code" in request.GET and access.is_director(request):
        return _with_match(request, asked)
    address = f"{reverse('ruling')}?{asked.query}"
    status = web.REFUSED if asked.form.errors else 200
    was_sent = "was" in request.GET and not asked.form.errors
    if was_sent and not web.is_fragment(request) and asked.note is None:
        return redirect(address)
    fragment = "matches/_ruling.html"
    if request.headers.get("HX-Target") == ANSWERS:
        fragment = "matches/_ruling_answers.html"
    shown = web.show(
        request,
        page="matches/ruling.html",
        fragment=fragment,
        context=context_of(request, asked),
        status=status,
    )
    if web.is_fragment(request) and was_sent:
        shown["HX-Replace-Url"] = address
    return shown


def _with_match(request: HttpRequest, asked: Asked) -> HttpResponse:
    """Go on with the same question at the desk of the match whose code was typed."""
    form = CodeForm(request.GET)
    if form.is_valid():
        code = normalised(form.cleaned_data["code"])
        if access.is_match_for_viewer(request, code):
            told = {"match": code}
            if not asked.situation.length:  # nobody has told a score
                told["take"] = BY_MATCH
            return redirect(f"{reverse('ruling')}?{asked.query}&{urlencode(told)}#keep")
        text = _("No match has the code %(code)s. It stands on the page of the match.")
        form.add_error("code", text % {"code": code})
    context = context_of(request, asked, code_form=form)
    return render(request, "matches/ruling.html", context, status=web.REFUSED)


@require_safe
def ruling_pdf(request: HttpRequest) -> HttpResponse:
    """Set the question and its answer as a ruling on paper, to be signed."""
    asked = ask(request, request.GET)
    form = SheetForm(request.GET)
    if asked.is_empty:
        form.add_error(None, _("Put checkers on the board first."))
    if asked.form.errors or not form.is_valid():
        context = context_of(request, asked, sheet_form=form)
        return render(request, "matches/ruling.html", context, status=web.REFUSED)
    try:
        return pdf_answer(
            paper_of(
                asked.situation,
                play=asked.play,
                match=asked.match,
                sheet=form.sheet(),
            )
        )
    except RuleError as error:
        status = web.refuse(request, error)
        context = context_of(request, asked, sheet_form=form)
        return render(request, "matches/ruling.html", context, status=status)


def ask(request: HttpRequest, sent: QueryDict) -> Asked:
    """Read a question. What is wrong with it stands at the fields of the form."""
    code = sent.get("match", "")
    match = access.match_for_viewer(request, code) if code else None
    names = names_of(match) or colours()
    start = start_of(match, crawford=match is not None and _is_crawford(match))
    form = RulingForm(sent, names=names, start=start)
    draws_all = "all" in sent
    if not form.is_valid():
        return Asked(form, match, form.before, "", Answers(), draws_all)
    situation, play = form.situation, form.cleaned_data["play"].strip()
    values = values_of(situation, play=play) | form.chosen
    shown = RulingForm(values, names=names, start=start)
    shown.is_valid()
    answers = Answers()
    if play and situation.dice is None:
        shown.add_error("die_1", _("Choose both dice: a play is judged by its roll."))
        return Asked(shown, match, situation, play, answers, draws_all)
    try:
        answers = answer(situation, play=play, match=match, draw_all=draws_all)
    except UnreadablePlayError as error:
        shown.add_error("play", web.sentence(error))
        answers = answer(situation, play="", match=match, draw_all=draws_all)
    return Asked(shown, match, situation, play, answers, draws_all)


def _is_crawford(match: Match) -> bool:
    """Whether the Crawford game is the next one of a match."""
    if match.is_money or match.is_over:
        return False
    return match_view(match).ledger.phase is Phase.CRAWFORD


def context_of(
    request: HttpRequest,
    asked: Asked,
    *,
    sheet_form: SheetForm | None = None,
    keep_form: KeepForm | None = None,
    code_form: CodeForm | None = None,
) -> dict[str, Any]:
    """Return what the page of the desk shows."""
    match = asked.match
    may_keep = match is not None and not match.is_money and access.is_director(request)
    return {
        "form": asked.form,
        "match": match,
        "occasion": occasion_of(match) if match else None,
        "board": main_board(asked.situation, names=asked.names, has_places=True),
        "situation": asked.situation,
        "xgid": xgid(asked.situation),
        "gnubg_id": gnubg_id(asked.situation),
        "answers": asked.answers,
        "note": asked.note,
        "is_empty": asked.is_empty,
        "query": asked.query,
        "names": asked.names or colours(),
        "words": situation_words(asked.situation, names=asked.names),
        "shows_numbers": asked.form.has_wrong_numbers,
        "may_keep": may_keep,
        "sheet_form": sheet_form or SheetForm(initial=_known(match)),
        "is_alone": request.headers.get("HX-Target") == ANSWERS,
        "code_form": code_form or CodeForm(),
        "is_director": access.is_director(request),
        "keep_form": keep_form or KeepForm(initial={"op": web.new_op()}),
    }


def _known(match: Match | None) -> dict[str, str]:
    """Return what a sheet can be headed with."""
    if match is None:
        return {}
    occasion = occasion_of(match)
    table = occasion.table if occasion else None
    return {
        "players": f"{match.player_1} – {match.player_2}",
        "table": str(table or ""),
    }
