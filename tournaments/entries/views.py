"""Entering players, checking them in, removing them; each act with its undo."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from matches.accounts.roles import Act
from matches.players.models import Player
from matches.players.roster import ListedAs, ListLine
from matches.players.services import NewPlayer
from matches.rules.refusals import RuleError
from matches.web import answers
from tournaments.entries import services as service
from tournaments.entries.arrivals.models import ArrivalWindow, WindowPhase
from tournaments.entries.arrivals.queries import window_of
from tournaments.entries.arrivals.words import window_words
from tournaments.entries.errors import (
    ALREADY_ENTERED,
    NOBODY_BEGINS,
    NOT_KNOWN,
    SEVERAL_BEGIN,
)
from tournaments.entries.forms import CheckInForm, DivisionPlayersForm
from tournaments.entries.pairs import SharedPerson, is_for_pairs, shared_people
from tournaments.entries.pasted_list import (
    NEW,
    SKIP,
    PreviewRow,
    choice_of,
    edited_lines,
    is_clear,
    known_players,
    line_of,
    read_division_list,
    sent_choices,
    with_edits,
)
from tournaments.entries.queries import (
    DivisionCount,
    DivisionList,
    EntryPage,
    EntryRow,
    division_among,
    division_counts,
    division_lists,
    division_numbered,
    divisions_of,
    entries_beginning,
    entry_numbered,
    entry_page,
    keys_of,
    numbers_of,
    players_by_key,
    players_of,
)
from tournaments.progress.next_steps import NextStep, next_step
from tournaments.progress.queries import DeskView, desk_view
from tournaments.rounds import access as rounds_access
from tournaments.rounds.public_page import PublicPage, live, unchanged
from tournaments.structure import access as structure_access
from tournaments.structure.models import Division, Stage
from tournaments.structure.page import TournamentPage
from tournaments.structure.queries import stages_of

HERE: Final = {"here": True}
PER_PAGE: Final = 100
MOST_ENTRIES: Final = 100_000
LONGEST_SEARCH: Final = 80
MOST_NAMED: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class EntriesPage(TournamentPage):
    """The entries of a division, and the box to add more."""

    template = "tournaments/entries/entries.html"
    tab = "entries"

    division: Division
    divisions: Sequence[DivisionCount]
    view: DeskView
    listed: EntryPage
    form: DivisionPlayersForm
    arrival: CheckInForm
    window: ArrivalWindow | None

    @property
    def is_open_for_phones(self) -> bool:
        """Whether players can check in by phone now."""
        return self.window is not None and self.window.phase == WindowPhase.OPEN

    @property
    def phones(self) -> str:
        """Whether players can check in by phone, in a sentence."""
        return window_words(self.window)

    @property
    def step(self) -> NextStep:
        """The next step."""
        return next_step(self.view)

    @property
    def rows(self) -> Sequence[EntryRow]:
        """The entries of this page of the list."""
        return self.listed.rows

    @property
    def query(self) -> str:
        """The beginning of the query of all pages of the list."""
        return _query(self.division, self.listed.search)

    @property
    def has_missing(self) -> bool:
        """Whether players can still be checked in."""
        return self.view.here != self.view.entries and not self.tournament.is_closed

    @property
    def takes_entries(self) -> bool:
        """Whether players can be added, or a refused list comes back."""
        return bool(self.form.errors) or not self.tournament.is_closed

    @property
    def has_pairs(self) -> bool:
        """Whether pairs of players enter."""
        return self.form.has_pairs

    @property
    def has_lots(self) -> bool:
        """Whether any entry has a number or a line."""
        return self.listed.has_places


@dataclass(frozen=True, slots=True, kw_only=True)
class ListPreviewPage(TournamentPage):
    """A list as it was read, before its players are added.

    `counts` says how many lines were read in which way. `undecided`: a choice is
    missing.
    """

    template = "tournaments/entries/preview.html"
    tab = "entries"

    division: Division
    form: DivisionPlayersForm
    rows: Sequence[PreviewRow]
    counts: dict[str, int]
    adding: int
    shared: Sequence[SharedPerson]
    undecided: bool

    @property
    def list_url(self) -> str:
        """The list of entries."""
        return entries_url(self.division)

    @property
    def copied(self) -> int | None:
        """The division whose players are added too."""
        copied: int | None = self.form.cleaned_data.get("copy")
        return copied


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryListPage(PublicPage):
    """The entries of all divisions, for visitors."""

    template = "tournaments/entries/public_entries.html"
    fragment = "tournaments/entries/_public_entries.html"
    tab = "players"

    lists: Sequence[DivisionList]

    @property
    def address(self) -> str:
        """The address of this page."""
        return reverse("entry_list", args=[self.tournament.slug])

    @property
    def entries(self) -> list[EntryRow]:
        """The entries of all lists."""
        return [row for listed in self.lists for row in listed.rows]

    @property
    def has_lots(self) -> bool:
        """Whether any entry has a number or a line."""
        return any(listed.has_lots for listed in self.lists)


@require_safe
def entries(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the entries of a division, who is here, and the box to add more."""
    tournament, _user = structure_access.tournament_for_director(
        request, slug, Act.SEE_PRIVATE
    )
    divisions = divisions_of(tournament)
    division = division_among(divisions, request.GET.get("division", ""))
    return _show(request, division, _form(division, None, divisions=divisions))


@require_POST
def add(request: HttpRequest, slug: str) -> HttpResponse:
    """Read the box; add what is clear, ask about the rest.

    A single clear line is added at once. A list, or an unclear line, is shown first and
    added by the second post, which carries `confirmed` and the choices made.
    """
    tournament, user = structure_access.tournament_for_director(
        request, slug, Act.ADD_ENTRY
    )
    division = division_numbered(tournament, request.POST.get("division", ""))
    form = _form(division, request.POST, request.FILES)
    box = _read_box(request, division, form) if form.is_valid() else None
    if box is None:
        return _show(request, division, form, status=answers.REFUSED)
    if box.must_ask:
        return _preview(request, division, form=form, box=box)
    named = known_players(box.choices.values())
    entered = keys_of(division)
    copied = [
        player
        for player in box.copied
        if player not in named and player.key not in entered
    ]
    try:
        added = service.add_entries(
            tournament=tournament,
            known=[*named, *copied],
            new=[
                NewPlayer(line.name, line.club, line.rating, line.sort_name)
                for line in box.lines
                if box.choices[line.number] == NEW
            ],
            here=form.cleaned_data["here"],
            division=division.number,
            by=user,
        )
    except RuleError as error:
        form.add_error(None, answers.sentence(error))
        return _show(request, division, form, status=answers.status_of(error))
    return _added(request, division, added)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Box:
    """The box as it was read.

    `choices` has the choice of each line by its number, empty where the director must
    choose; `copied` the players of another division; `shared` the people who would be
    in two entries. `confirmed`: the preview was sent. `must_ask`: the preview must be
    shown before anybody is added.
    """

    lines: Sequence[ListLine]
    choices: Mapping[int, str]
    copied: Sequence[Player]
    shared: Sequence[SharedPerson]
    confirmed: bool
    must_ask: bool


def _read_box(
    request: HttpRequest, division: Division, form: DivisionPlayersForm
) -> _Box | None:
    """Read the box of a valid form; None, with an error in the form, if refused.

    Lines that were edited in the preview replace those of the form's text.
    """
    typed = form.cleaned_data
    chosen: dict[int, str] = {}
    edited: dict[int, str] = {}
    try:
        if typed.get("known"):
            lines = _chosen_line(division, typed)
        else:
            lines = read_division_list(division, typed["text"])
            chosen = sent_choices(request.POST, lines)
            edited = edited_lines(request.POST, lines)
        if edited:
            typed["text"] = with_edits(typed["text"], lines, edited)
            lines = read_division_list(division, typed["text"])
    except RuleError as error:
        form.add_error("text", answers.sentence(error))
        return None
    copied = players_of(division.tournament, typed.get("copy") or 0)
    is_alone = len(lines) == 1 and not copied and "confirmed" not in request.POST
    if is_alone and lines[0].known and lines[0].verdict is ListedAs.ENTERED:
        entered = ALREADY_ENTERED(name=lines[0].known.name)
        form.add_error("text", answers.sentence(entered))
        return None
    if not lines and not copied:
        form.add_error("text", _("There is no name in this list yet."))
        return None
    choices = {
        line.number: choice_of(chosen.get(line.number, ""), line) for line in lines
    }
    shared = _shared(division, lines, choices)
    confirmed = "confirmed" in request.POST and "again" not in request.POST
    is_sure = confirmed or not lines or (is_clear(lines) and not shared)
    return _Box(
        lines=lines,
        choices=choices,
        copied=copied,
        shared=shared,
        confirmed=confirmed,
        must_ask=not all(choices.values())
        or not is_sure
        or _surprises(lines, chosen, edited),
    )


def _chosen_line(division: Division, typed: dict[str, Any]) -> tuple[ListLine, ...]:
    """Return the line of the player who was chosen below the box. Raises NOT_KNOWN."""
    player = players_by_key([typed["known"]]).get(typed["known"])
    if player is None:
        raise NOT_KNOWN()
    line = line_of(player, division)
    typed["text"] = line.raw
    return (line,)


@require_POST
def check_in_all(request: HttpRequest, slug: str) -> HttpResponse:
    """Check in all missing entries of a division."""
    tournament, user = structure_access.tournament_for_director(
        request, slug, Act.CHECK_IN
    )
    division = division_numbered(tournament, request.POST.get("division", ""))
    return _set_here(request, division, numbers_of(division), here=True, user=user)


@require_POST
def check_in(request: HttpRequest, slug: str) -> HttpResponse:
    """Check in the player whose name begins like the typed text."""
    tournament, user = structure_access.tournament_for_director(
        request, slug, Act.CHECK_IN
    )
    division = division_numbered(tournament, request.POST.get("division", ""))
    arrival = CheckInForm(request.POST)
    if not arrival.is_valid():
        return _show_arrival(request, division, arrival)
    typed = arrival.cleaned_data["who"]
    found = entries_beginning(tournament, typed)
    coming = [entry for entry in found if entry.checked_in_at is None]
    if len(coming) > 1:
        names = ", ".join(str(entry.player.name) for entry in coming[:MOST_NAMED])
        error = SEVERAL_BEGIN(typed=typed, names=names)
        arrival.add_error("who", answers.sentence(error))
    elif not found:
        arrival.add_error("who", answers.sentence(NOBODY_BEGINS(typed=typed)))
    if arrival.errors:
        return _show_arrival(request, division, arrival, search=typed)
    try:
        service.check_in(
            tournament=tournament,
            numbers=[entry.number for entry in coming],
            here=True,
            by=user,
        )
    except RuleError as error:
        arrival.add_error("who", answers.sentence(error))
        return _show_arrival(request, division, arrival)
    if coming:
        answers.tell(
            request,
            _("%(name)s is here.") % {"name": coming[0].player.name},
            undo_url=reverse("missing", args=[slug, coming[0].number]),
        )
    else:
        name = found[0].player.name
        messages.info(request, _("%(name)s is here already.") % {"name": name})
    url = reverse("entries", args=[slug])
    return redirect(f"{url}?{urlencode({'division': division.number, 'next': 1})}")


def _show_arrival(
    request: HttpRequest, division: Division, arrival: CheckInForm, *, search: str = ""
) -> HttpResponse:
    return _show(
        request,
        division,
        _form(division, None),
        arrival=arrival,
        search=search,
        status=answers.REFUSED,
    )


@require_POST
def here(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Check one player in."""
    tournament, user = structure_access.tournament_for_director(
        request, slug, Act.CHECK_IN
    )
    entry = structure_access.entry_for_director(tournament, number)
    return _set_here(request, entry.division, [number], here=True, user=user)


@require_POST
def missing(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Undo a check-in."""
    tournament, user = structure_access.tournament_for_director(
        request, slug, Act.CHECK_IN
    )
    entry = structure_access.entry_for_director(tournament, number)
    return _set_here(request, entry.division, [number], here=False, user=user)


@require_POST
def remove(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Remove an entry that was not drawn."""
    tournament, user = structure_access.tournament_for_director(
        request, slug, Act.ENTRIES
    )
    entry = entry_numbered(tournament, number)
    division = entry.division if entry else division_numbered(tournament, "")
    try:
        done = service.remove_entry(tournament=tournament, number=number, by=user)
    except RuleError as error:
        return show_refused(request, division, error)
    if done is not None:
        answers.tell(
            request,
            _("%(name)s is removed from the list.") % {"name": done.params["names"]},
            undo_url=reverse("amendment_undo", args=[slug, done.pk]),
        )
    return redirect(entries_url(division))


def entries_url(division: Division, *, at: Sequence[int] = ()) -> str:
    """Return the address of the list; of the page with one entry, if there are more."""
    url = reverse("entries", args=[division.tournament.slug])
    asked = {} if division.number == 1 else {"division": division.number}
    if len(at) != 1 or len(numbers_of(division)) <= PER_PAGE:
        return f"{url}?{urlencode(asked)}" if asked else url
    return f"{url}?{urlencode({**asked, 'at': at[0]})}#entry-{at[0]}"


def _form(
    division: Division, *sent: Any, divisions: Sequence[Division] = ()
) -> DivisionPlayersForm:
    known = divisions or divisions_of(division.tournament)
    return DivisionPlayersForm(
        *sent,
        others=[other for other in known if other != division],
        has_pairs=is_for_pairs(division),
        initial={**HERE, "division": division.number},
    )


def _added(
    request: HttpRequest, division: Division, added: service.Added
) -> HttpResponse:
    slug = division.tournament.slug
    count = len(added.entries)
    if added.undo is None:
        messages.info(request, _("Nobody was added: every line was left out."))
        return redirect(entries_url(division))
    text = (
        _("%(name)s is entered.") % {"name": added.entries[0].player.name}
        if count == 1
        else _entered_text(count, has_pairs=is_for_pairs(division))
    )
    answers.tell(
        request,
        text,
        undo_url=reverse("amendment_undo", args=[slug, added.undo.pk]),
    )
    first = added.entries[0]
    if count == 1 and first.joined_round > 1:
        return redirect("entry_options", slug=slug, number=first.number)
    return redirect(entries_url(division))


def _entered_text(count: int, *, has_pairs: bool) -> str:
    text = (
        ngettext("%(count)s pair is entered.", "%(count)s pairs are entered.", count)
        if has_pairs
        else ngettext(
            "%(count)s player is entered.", "%(count)s players are entered.", count
        )
    )
    return text % {"count": count}


def _set_here(
    request: HttpRequest,
    division: Division,
    numbers: list[int],
    *,
    here: bool,
    user: Any,
) -> HttpResponse:
    try:
        changed = service.check_in(
            tournament=division.tournament, numbers=numbers, here=here, by=user
        )
    except RuleError as error:
        return show_refused(request, division, error)
    if changed:
        answers.tell(request, _here_text(changed, len(numbers), here=here))
    return redirect(entries_url(division, at=numbers))


def _here_text(changed: int, asked: int, *, here: bool) -> str:
    """Return a sentence on the entries checked in or marked as missing.

    `changed` can exceed `asked`: a player is checked in for all their entries.
    """
    if here and asked == 1 and changed > 1:
        return _("Checked in for all entries of this player: %(count)s.") % {
            "count": changed
        }
    text = (
        ngettext("%(count)s player is here.", "%(count)s players are here.", changed)
        if here
        else ngettext(
            "%(count)s player is marked as missing.",
            "%(count)s players are marked as missing.",
            changed,
        )
    )
    return text % {"count": changed}


def show_refused(
    request: HttpRequest, division: Division, error: RuleError
) -> HttpResponse:
    status = answers.refuse(request, error)
    return _show(request, division, _form(division, None), status=status)


def _show(
    request: HttpRequest,
    division: Division,
    form: DivisionPlayersForm,
    *,
    arrival: CheckInForm | None = None,
    search: str = "",
    status: int = 200,
) -> HttpResponse:
    tournament = division.tournament
    stage = next(
        stage for stage in stages_of(tournament) if stage.division_id == division.pk
    )
    view = desk_view(tournament, stage)
    page = EntriesPage(
        tournament=tournament,
        division=division,
        divisions=division_counts(tournament),
        view=view,
        listed=_asked_page(request, view.stage, search),
        form=form,
        arrival=arrival or CheckInForm(is_next="next" in request.GET),
        window=window_of(tournament),
    )
    return answers.show_page(request, page, status=status)


def _asked_page(request: HttpRequest, stage: Stage, search: str) -> EntryPage:
    """Return the entries that the address asks for; all of them to print them."""
    asked = request.GET if request.method == "GET" else QueryDict()
    return entry_page(
        stage,
        search=search
        or asked.get("q", "").replace("\x00", "").strip()[:LONGEST_SEARCH],
        asked=asked.get("page", ""),
        at=asked.get("at", ""),
        per_page=MOST_ENTRIES if "all" in asked else PER_PAGE,
    )


def _query(division: Division, search: str) -> str:
    """Return the beginning of the query of all pages of the list."""
    asked = {"division": division.number if division.number > 1 else "", "q": search}
    kept = urlencode({name: value for name, value in asked.items() if value})
    return f"{kept}&" if kept else ""


def _shared(
    division: Division, lines: Sequence[ListLine], choices: Mapping[int, str]
) -> list[SharedPerson]:
    """Return the people of chosen lines who would be in two entries."""
    chosen = [line.name for line in lines if choices[line.number] not in {"", SKIP}]
    return shared_people(division, chosen)


def _surprises(
    lines: Sequence[ListLine], chosen: Mapping[int, str], edited: Container[int]
) -> bool:
    """Return True if an edited line means something that its preview did not show."""
    return any(
        line.number in edited
        and chosen.get(line.number) != SKIP
        and line.verdict not in {ListedAs.NEW, ListedAs.UNSURE}
        for line in lines
    )


def _preview(
    request: HttpRequest,
    division: Division,
    *,
    form: DivisionPlayersForm,
    box: _Box,
) -> HttpResponse:
    rows = [PreviewRow(line, box.choices[line.number]) for line in box.lines]
    counts = {
        verdict.value: sum(line.verdict is verdict for line in box.lines)
        for verdict in ListedAs
    }
    adding = sum(choice != SKIP for choice in box.choices.values())
    page = ListPreviewPage(
        tournament=division.tournament,
        division=division,
        form=form,
        rows=rows,
        counts=counts,
        adding=adding,
        shared=box.shared,
        undecided=box.confirmed and not all(box.choices.values()),
    )
    unreadable = not adding and counts[ListedAs.INVALID]
    status = answers.REFUSED if box.confirmed or unreadable else 200
    return answers.show_page(request, page, status=status)


@require_safe
def entry_list(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the entries of all divisions."""
    mark = structure_access.mark_for_public(request, slug)
    if kept := unchanged(request, mark):
        return kept
    header = rounds_access.header_for_public(mark)
    lists = division_lists(header.stages)
    return live(request, EntryListPage(header=header, mark=mark, lists=lists))
