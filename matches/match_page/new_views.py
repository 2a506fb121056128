"""Club matches: the list, the form that opens one, the code for its players."""

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse, reverse_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from matches.accounts import access as accounts_access
from matches.accounts.roles import Act
from matches.ledger import access as ledger_access
from matches.ledger.club_matches import (
    ClubMatch,
    Opened,
    Person,
    PlayerChoices,
    cancel_club_match,
    club_matches,
    directory,
    open_club_match,
    suggested,
    was_opened_by_player,
)
from matches.ledger.lists import page_of
from matches.ledger.models.match import Match
from matches.ledger.reporter import PERSONAL, Reporter
from matches.match_page.page import MatchVisit
from matches.players.identity import device_of, player_at, player_of_browser
from matches.players.models import Player
from matches.rulebook.profile_form import RulesForm, equity_choices, reporting_choices
from matches.rulebook.profiles import Reporting
from matches.rulebook.switches import (
    CURRENCY,
    HIGHEST_STAKE,
    LONGEST_CURRENCY,
    STAKE,
    AmountField,
)
from matches.rules import LONGEST, Side
from matches.rules.refusals import RuleError
from matches.web import answers
from matches.web.answers import sentence
from matches.web.forms import choice_field
from matches.web.qr import qr_address

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

MATCH: Final = "match"
MONEY: Final = "money"
USUAL_LENGTH: Final = 7
LONGEST_LABEL: Final = 200
LONGEST_OP: Final = 36
PLAYS: Final = ((MATCH, _("A match")), (MONEY, _("A money session")))
"""What can be played: only a match by those who may not see money."""


def _person(label: "StrOrPromise") -> forms.CharField:
    return forms.CharField(
        label=label,
        max_length=LONGEST_LABEL,
        widget=forms.TextInput(
            attrs={
                "list": "directory",
                "autocomplete": "off",
                "hx-get": reverse_lazy("club_people"),
                "hx-trigger": "input changed delay:250ms",
                "hx-target": "#directory",
                "hx-swap": "innerHTML",  # the list stays for the next letters
            }
        ),
    )


class ClubMatchForm(RulesForm):
    """The players, the length or the stake, and the rules of a club match.

    With `me` a player fills in the form: they are player 1, both players must agree on
    the result, and the opponent must be in the directory already. A money session is
    opened by one of the two, or by an owner; others may not see it.
    """

    in_tournament = False
    asked_elsewhere = frozenset({STAKE, CURRENCY})
    field_order = [
        *("player_1", "player_2", "play", "length", "money_stake", "money_currency")
    ]

    player_1 = _person(_("Player 1"))
    player_2 = _person(_("Player 2"))
    play = forms.ChoiceField(
        label=_("What to play"), choices=PLAYS, widget=forms.RadioSelect, required=False
    )
    length = forms.IntegerField(
        label=_("Match length"),
        help_text=_("Points to win a match, 1 to 99."),
        min_value=1,
        max_value=LONGEST,
        required=False,
    )
    money_stake = AmountField(
        label=_("Stake per point"),
        min_value=0,
        max_value=HIGHEST_STAKE,
        decimal_places=2,
        required=False,
    )
    money_currency = forms.CharField(
        label=_("Currency"), max_length=LONGEST_CURRENCY, required=False
    )
    reporting = forms.ChoiceField(
        label=_("Who can report results"),
        choices=reporting_choices,
        widget=forms.RadioSelect,
        required=False,
    )
    rated = forms.BooleanField(
        label=_("Count this match towards ratings"), required=False
    )
    equity_table = forms.ChoiceField(
        label=_("Live winning chances"),
        help_text=_("Shown on the match page, calculated from the score only."),
        choices=equity_choices,
        required=False,
    )
    op = forms.CharField(
        required=False, max_length=LONGEST_OP, widget=forms.HiddenInput
    )

    def __init__(
        self,
        *args: Any,
        directory: PlayerChoices,
        me: Player | None = None,
        may_money: bool = True,
        **kwargs: Any,
    ) -> None:
        self.directory, self.me, self.may_money = directory, me, may_money
        super().__init__(*args, **kwargs)
        self.initial = {
            **{"play": MATCH, "length": USUAL_LENGTH, "money_stake": "1"},
            **{"reporting": Reporting.TRUST.value, "rated": True},
            **self.initial,
        }
        if not may_money:
            choice_field(self, "play").choices = PLAYS[:1]
        if me is not None:
            del self.fields["player_1"], self.fields["reporting"]
            self.fields["player_2"].label = _("Opponent")

    def clean_player_1(self) -> Person:
        """Find the first player in the directory, or read a new name."""
        return self._read("player_1")

    def clean_player_2(self) -> Person:
        """Find the second player in the directory, or read a new name."""
        return self._read("player_2")

    def clean(self) -> dict[str, object]:
        """Require what a match or a money session needs."""
        cleaned = super().clean()
        if self._is_money:
            if cleaned.get("money_stake") == 0:
                self.add_error(
                    "money_stake", _("Enter a stake above 0, for example 1.")
                )
            return cleaned
        if not cleaned.get("length"):
            if "length" not in self.errors:
                self.add_error("length", _("Enter the match length, for example 7."))
            return cleaned
        if not self.errors:
            self.check_start(cleaned["length"])
        return cleaned

    def wanted(self) -> ClubMatch:
        given = self.cleaned_data
        profile = self.profile()
        if self._is_money:
            stake = given["money_stake"]
            profile = profile.with_changes(
                stake="1" if stake is None else f"{stake.normalize():f}",
                currency=given["money_currency"],
            )
        reporting = Reporting.AGREE.value
        if self.me is None:
            reporting = given["reporting"] or Reporting.TRUST.value
        return ClubMatch(
            one=self.me or given["player_1"],
            two=given["player_2"],
            length=0 if self._is_money else given["length"],
            profile=profile,
            reporting=reporting,
            rated=given["rated"] and not self._is_money,
            equity_table="" if self._is_money else given["equity_table"],
        )

    @property
    def _is_money(self) -> bool:
        return bool(self.cleaned_data.get("play") == MONEY)

    def _read(self, name: str) -> Person:
        typed: str = self.cleaned_data[name]
        try:
            return self.directory.person(typed, may_add=self.me is None)
        except RuleError as error:
            raise ValidationError(sentence(error)) from error


@lru_cache(maxsize=128)
def _qr(url: str) -> str:
    # Every game that is saved shows the code again: a fiftieth of the time of a save.
    return qr_address(url)


@require_safe
def club_list(request: HttpRequest) -> HttpResponse:
    """List the newest club matches and sessions, for all visitors."""
    listed, rows = page_of(request, ledger_access.listed_for(request, club_matches()))
    may_open = _is_opener(request) or player_at(request) is not None
    context = {"listed": listed, "rows": rows, "may_open": may_open}
    return render(request, "matches/match_page/club_matches.html", context)


@answers.form_page
def club_new(request: HttpRequest) -> HttpResponse:
    """Open a match or session: directors for any players, players for themselves."""
    me, reporter = _opener(request)
    known = directory() if request.method == "POST" else suggested()
    initial = {"op": answers.new_op()}
    form = ClubMatchForm(
        answers.posted(request),
        directory=known,
        me=me,
        may_money=me is not None or accounts_access.is_allowed(request, Act.MONEY),
        initial=initial,
    )
    opened = answers.made_with(
        form,
        lambda: open_club_match(
            wanted=form.wanted(), by=reporter, op=form.cleaned_data["op"]
        ),
    )
    if opened is not None:
        answers.tell(request, _said(opened))
        return redirect("match", code=opened[0].code)
    labels = (suggested() if request.method == "POST" else known).labels
    context = {"form": form, "me": me, "labels": labels}
    return answers.show(request, "matches/match_page/new_match.html", context)


@require_safe
def club_people(request: HttpRequest) -> HttpResponse:
    """Suggest players for what was typed so far in a field of the form."""
    _opener(request)
    typed = request.GET.get("player_1") or request.GET.get("player_2") or ""
    found = suggested(typed.replace("\x00", "").strip()[:80])
    return render(request, "matches/match_page/_people.html", {"labels": found.labels})


@require_POST
def club_cancel(request: HttpRequest, code: str) -> HttpResponse:
    """Cancel a club match for which nothing counts yet."""
    match, reporter = ledger_access.match_for_scorer(request, code)
    if not reporter.is_player or not _may_cancel(match, reporter):
        # refuses all other visitors
        accounts_access.allowed(request, Act.CLUB_MATCHES)
    try:
        cancel_club_match(match_id=match.pk, by=reporter)
    except RuleError as error:
        answers.refuse(request, error)
        return redirect("match", code=match.code)
    answers.tell(
        request,
        gettext("%(one)s – %(two)s is cancelled.")
        % {"one": match.player_1.name, "two": match.player_2.name},
    )
    return redirect("club_list")


def share_panel(visit: MatchVisit) -> dict[str, object] | None:
    """Return what brings the players to their match: code, address, QR code.

    It is for directors, and without the code, by which they could report for their
    opponent, for the player who opened it. None for other visitors and after the end of
    the match.
    """
    match, reporter = visit.match, visit.reporter
    if visit.is_official and Act.PRINT not in visit.acts:
        return None
    if reporter is None or match.is_over or match.state == Match.State.VOID:
        return None
    is_ready = visit.occasion is None and match.state == Match.State.READY
    may = reporter.is_player or Act.CLUB_MATCHES in visit.acts
    may_cancel = is_ready and may and _may_cancel(match, reporter)
    if reporter.is_player:
        return {"code": "", "may_cancel": True} if may_cancel else None
    url = settings.SITE_URL + reverse("sheet", args=[match.sheet_code])
    code = match.sheet_code
    return {"code": code, "url": url, "qr": _qr(url), "may_cancel": may_cancel}


def _is_opener(request: HttpRequest) -> bool:
    return accounts_access.is_allowed(request, Act.CLUB_MATCHES)


def _opener(request: HttpRequest) -> tuple[Player | None, Reporter]:
    """Return the player who opens the match (None for a director), and the reporter.

    Raises SignInNeededError, PermissionDenied: neither a director nor a player.
    """
    me = None if _is_opener(request) else player_of_browser(request)
    if me is None:
        user = accounts_access.allowed(request, Act.CLUB_MATCHES)
        return None, Reporter(user=user, device=device_of(request))
    return me, Reporter(side=Side.ONE, via=PERSONAL, device=device_of(request))


def _may_cancel(match: Match, reporter: Reporter) -> bool:
    if not reporter.is_player:
        return True
    is_first = reporter.side == Side.ONE and reporter.via == PERSONAL
    return is_first and was_opened_by_player(match)


def _said(opened: Opened) -> str:
    match, added = opened
    names = {"one": match.player_1.name, "two": match.player_2.name}
    if added is None:
        return gettext("A match between %(one)s and %(two)s is already open.") % names
    if added:
        return gettext(
            "Match %(one)s – %(two)s opened. Added to the player list: %(added)s."
        ) % (names | {"added": ", ".join(added)})
    return gettext("%(one)s – %(two)s is open.") % names
