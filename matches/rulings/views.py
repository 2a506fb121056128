"""The ruling desk: a position, a question, an answer. Open to all visitors."""

from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches.accounts import access as accounts_access
from matches.accounts.roles import Act
from matches.diagrams import shapes_to_move
from matches.diagrams.words import Names, colours, situation_words
from matches.documents.access import check_may_queue
from matches.documents.registry import document_named, pdf_url
from matches.documents.services import printout_of, request_printout, wanted
from matches.ledger import access as ledger_access
from matches.ledger.models.match import Match
from matches.ledger.occasions import Occasion, occasion_of
from matches.ledger.queries import match_view
from matches.players.codes import normalised
from matches.rules import Phase
from matches.rules.board import CHECKERS, START, Situation, gnubg_id, xgid
from matches.rules.board.notation import UnreadablePlayError
from matches.rules.refusals import RuleError
from matches.rulings.answers import Answers, answer, main_board, names_of
from matches.rulings.forms import (
    BY_ID,
    BY_MATCH,
    EMPTY,
    RulingForm,
    start_of,
    values_of,
)
from matches.rulings.sheet_forms import KeepForm, MatchCodeForm, SheetForm
from matches.rulings.typed import KEY, TypedRuling, typed_now
from matches.web import answers as web_answers
from matches.web.answers import Page
from matches.web.heavy import heavy

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
    page = page_of(request, asked)
    shown = web_answers.show_page(request, page, status=status)
    if web_answers.is_fragment(request) and was_sent:
        shown["HX-Replace-Url"] = address
    return shown


@heavy
@require_safe
def ruling_pdf(request: HttpRequest) -> HttpResponse:
    """Queue the question and its answer for print, to be signed."""
    asked = ask(request, request.GET)
    form = SheetForm(request.GET)
    if asked.is_empty:
        form.add_error(None, _("Put checkers on the board first."))
    if asked.form.errors or not form.is_valid():
        page = page_of(request, asked, sheet_form=form)
        return web_answers.show_page(request, page, status=web_answers.REFUSED)
    typed = typed_now(
        asked.situation, play=asked.play, match=asked.match, sheet=form.sheet()
    )
    try:
        return redirect(_printed(request, typed))
    except RuleError as error:
        status = web_answers.refuse(request, error)
        page = page_of(request, asked, sheet_form=form)
        return web_answers.show_page(request, page, status=status)


def _printed(request: HttpRequest, typed: TypedRuling) -> str:
    """Queue a ruling for print and return its address. Raises RuleError."""
    ask = wanted(document_named(KEY), typed)
    if ask.problem is not None:
        raise ask.problem
    if printout_of(ask) is None:
        check_may_queue(request)
        request_printout(ask, parameters=typed.parameters)
    return pdf_url(KEY, typed.address)


def _is_crawford(match: Match) -> bool:
    """Return True if the next game of a match is the Crawford game."""
    if match.is_money or match.is_over:
        return False
    return match_view(match).ledger.phase is Phase.CRAWFORD


def _known(match: Match | None) -> dict[str, str]:
    """Return initial values for the texts of a ruling."""
    if match is None:
        return {}
    occasion = occasion_of(match)
    table = occasion.table if occasion else None
    return {
        "players": f"{match.player_1} – {match.player_2}",
        "table": str(table or ""),
    }


@dataclass(frozen=True, slots=True)
class ScoreNote:
    """A note about which of two scores is used, with a button for the other."""

    text: str
    take: str
    button: str


@dataclass(frozen=True, slots=True)
class RulingQuestion:
    """The question in the URL: the form as shown, and how it was understood."""

    form: RulingForm
    match: Match | None
    situation: Situation
    play: str
    answers: Answers
    draws_all: bool

    @property
    def names(self) -> Names | None:
        """The names of the players, if they are known."""
        return names_of(self.match)

    @property
    def is_empty(self) -> bool:
        """Whether the board has no checkers yet."""
        return self.situation.position == EMPTY

    @property
    def note(self) -> ScoreNote | None:
        """The note about a score other than that of the match, or None."""
        return None if self.form.errors else score_note(self.form)

    @property
    def query(self) -> str:
        """The question as the query part of a URL."""
        query = {"id": xgid(self.situation)}
        if self.form.is_other_score:
            query["score"] = self.form.chosen["score"]
        if self.play:
            query["play"] = self.play
        if self.match:
            query["match"] = self.match.code
        return urlencode(query)


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingPage(Page):
    """The ruling desk with a question, its answers and the forms to keep them."""

    template = "matches/rulings/ruling.html"
    fragment = "matches/rulings/_ruling.html"

    asked: RulingQuestion
    occasion: Occasion | None
    is_director: bool
    sheet_form: SheetForm
    keep_form: KeepForm
    code_form: MatchCodeForm
    is_alone: bool = False
    start: tuple[int, ...] = START.points
    most: int = CHECKERS

    @property
    def form(self) -> RulingForm:
        """The form with the question."""
        return self.asked.form

    @property
    def match(self) -> Match | None:
        """The match of the question."""
        return self.asked.match

    @property
    def situation(self) -> Situation:
        """The situation that is asked about."""
        return self.asked.situation

    @property
    def answers(self) -> Answers:
        """The answers."""
        return self.asked.answers

    @property
    def board(self) -> SafeString:
        """The board that can be set up."""
        return main_board(self.situation, names=self.asked.names, has_places=True)

    @property
    def shapes(self) -> SafeString:
        """The shapes that a script moves on the board."""
        return shapes_to_move()

    @property
    def xgid(self) -> str:
        """The situation as other programs write it."""
        return xgid(self.situation)

    @property
    def gnubg_id(self) -> str:
        """The situation as GNU Backgammon writes it."""
        return gnubg_id(self.situation)

    @property
    def names(self) -> Names:
        """The names of the players, or of the colours."""
        return self.asked.names or colours()

    @property
    def words(self) -> str:
        """The situation in words."""
        return situation_words(self.situation, names=self.asked.names)

    @property
    def shows_numbers(self) -> bool:
        """Whether the fields with numbers of checkers are open."""
        return self.form.has_wrong_numbers

    @property
    def may_keep(self) -> bool:
        """Whether the ruling can be kept with the match."""
        is_match = self.match is not None and not self.match.is_money
        return is_match and self.is_director


class AnswersAlone(RulingPage):
    """The desk for a script that has moved a checker: it asks for the answers alone."""

    fragment = "matches/rulings/_ruling_answers.html"


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
    page = page_of(request, asked, code_form=form)
    return web_answers.show_page(request, page, status=web_answers.REFUSED)


def ask(request: HttpRequest, sent: QueryDict) -> RulingQuestion:
    """Read a question. Errors of the input are in the form."""
    code = sent.get("match", "")
    match = ledger_access.match_for_viewer(request, code) if code else None
    names = names_of(match) or colours()
    start = start_of(match, crawford=match is not None and _is_crawford(match))
    form = RulingForm(sent, names=names, start=start)
    draws_all = "all" in sent
    if not form.is_valid():
        return RulingQuestion(form, match, form.before, "", Answers(), draws_all)
    situation, play = form.situation, form.cleaned_data["play"].strip()
    values = values_of(situation, play=play) | form.chosen
    shown = RulingForm(values, names=names, start=start)
    shown.is_valid()
    answers = Answers()
    if play and situation.dice is None:
        shown.add_error(
            "die_1", _("Choose both dice: a play can only be checked for a given roll.")
        )
        return RulingQuestion(shown, match, situation, play, answers, draws_all)
    try:
        answers = answer(situation, play=play, match=match, draw_all=draws_all)
    except UnreadablePlayError as error:
        shown.add_error("play", web_answers.sentence(error))
        answers = answer(situation, play="", match=match, draw_all=draws_all)
    return RulingQuestion(shown, match, situation, play, answers, draws_all)


def page_of(
    request: HttpRequest,
    asked: RulingQuestion,
    *,
    sheet_form: SheetForm | None = None,
    keep_form: KeepForm | None = None,
    code_form: MatchCodeForm | None = None,
) -> RulingPage:
    """Return the page of the desk."""
    match = asked.match
    is_alone = request.headers.get("HX-Target") == ANSWERS
    kind = AnswersAlone if is_alone else RulingPage
    return kind(
        asked=asked,
        occasion=occasion_of(match) if match else None,
        is_director=_may_keep(request, match),
        sheet_form=sheet_form or SheetForm(initial=_known(match)),
        keep_form=keep_form or KeepForm(initial={"op": web_answers.new_op()}),
        code_form=code_form or MatchCodeForm(),
        is_alone=is_alone,
    )


def _may_keep(request: HttpRequest, match: Match | None) -> bool:
    """Return True if the visitor keeps rulings with this match, or with some."""
    if match is None:
        return accounts_access.is_allowed(request, Act.CLUB_MATCHES)
    return ledger_access.may_here(request, match, Act.DECIDE)


def score_note(form: RulingForm) -> ScoreNote | None:
    """Return a note if an ID or the fields have another score than the match.

    None if there is only one score.
    """
    stands = score_words(form.start)
    if form.is_other_score:
        values = {"told": score_words(form.situation), "stands": stands}
        text = _("The position says %(told)s, but the match score is %(stands)s.")
        return ScoreNote(text % values, BY_MATCH, _("Use the match score"))
    if form.pasted is None or not form.chosen["told"]:
        return None
    values = {"told": score_words(form.pasted), "stands": stands}
    text = _(
        "The ID says %(told)s, but the match score is %(stands)s. The match score is "
        "used."
    )
    return ScoreNote(text % values, BY_ID, _("Use the score from the ID"))


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
