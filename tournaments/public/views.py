"""Public pages: no sign-in, nothing of a draft, polled while a tournament is live."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import groupby
from operator import itemgetter

from django.conf import settings
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.views.decorators.http import conditional_page, require_safe

from matches.accounts import access as accounts_access
from matches.accounts.roles import Act
from matches.documents.registry import Offer, offer
from matches.players import identity as players_access
from matches.ratings.models import RatingList
from matches.ratings.queries import lists_of_tournaments
from matches.rulebook.blocks import Chapter
from matches.rulebook.book import chapters
from matches.rulebook.equity import TABLES
from matches.rulebook.profile_form import Origin, Section, origin, sections
from matches.web import answers
from matches.web.answers import Page
from matches.web.context import depends_on
from tournaments.entries.queries import DivisionList, division_lists, entered_in
from tournaments.public.calendar import calendar_of
from tournaments.rounds import access as rounds_access
from tournaments.rounds.access import PublicHeader
from tournaments.rounds.list_parts import ListPart, part_of
from tournaments.rounds.public_page import PublicPage, live
from tournaments.rounds.rests import missed_rounds_in
from tournaments.rounds.tournament_list import TournamentList, listing
from tournaments.seasons.models import Season
from tournaments.seasons.panels import SeasonLeaders, leaders_now, seasons_counting
from tournaments.signups.queries import ListNumbers, public_numbers
from tournaments.standings.finishing import finishing_order, text_to_paste
from tournaments.standings.queries import StandingsTable, rules_of_places
from tournaments.standings.views import FinalTable, final_tables
from tournaments.structure import access as structure_access
from tournaments.structure.listing import (
    TournamentLine,
    public_tournaments,
    tournaments_since,
)
from tournaments.structure.marks import TournamentMark
from tournaments.structure.models import Division, Entry, Tournament, Visibility
from tournaments.structure.names import shown_name
from tournaments.structure.queries import PlayedRules, played_rules, title_of
from tournaments.tables.running import PlayerPlace, StageNow, now_playing, whereabouts

HOME_PAGE = 12
LIST_PAGE = 30
MANY_PLACES = 24
CALENDAR_DAYS = timedelta(days=366)


@dataclass(frozen=True, slots=True, kw_only=True)
class HomePage(Page):
    """The tournaments that are on now, the next ones and the last ones."""

    template = "tournaments/public/home.html"

    listing: TournamentList
    may_create: bool
    seasons: Sequence[SeasonLeaders]

    @property
    def coming(self) -> list[TournamentLine]:
        """The tournaments that have not begun, the next one first."""
        coming = [line for line in self.listing.lines if line.phase == "before"]
        return coming[::-1]

    @property
    def played(self) -> list[TournamentLine]:
        """The tournaments that have begun."""
        return [line for line in self.listing.lines if line.phase != "before"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentListPage(Page):
    """All tournaments, the newest first."""

    template = "tournaments/public/list.html"

    listing: TournamentList


@dataclass(frozen=True, slots=True, kw_only=True)
class HubPage(PublicPage):
    """The front page of a tournament: present tables, or the winners.

    `entered` is the number of entries of all divisions, as in lists of tournaments.
    `lists` are the entries, before play begins. `text` has the first places of a
    finished tournament, to paste into a message.
    """

    template = "tournaments/public/hub.html"
    fragment = "tournaments/public/_hub.html"
    tab = "now"

    nows: Sequence[StageNow]
    part: ListPart[tuple[str, PlayerPlace]]
    entered: int
    lists: Sequence[DivisionList]
    finals: Sequence[FinalTable]
    text: str
    seasons: Sequence[Season]
    sign_up: Sequence[ListNumbers]

    @property
    def places(self) -> list[tuple[str, list[PlayerPlace]]]:
        """The places of players that are shown, by letter."""
        by_letter = groupby(self.part.rows, key=itemgetter(0))
        return [(key, [place for _, place in group]) for key, group in by_letter]

    @property
    def has_many(self) -> bool:
        """Whether the list needs letters to jump by, and small rows on a phone."""
        return len(self.part.rows) > MANY_PLACES

    @property
    def parts(self) -> list[str]:
        """The names of its divisions, or of its stages; none where there is one."""
        if len({stage.division_id for stage in self.stages}) > 1:
            names = [
                shown_name(stage.division.name) or title_of(stage)
                for stage in self.stages
            ]
            return list(dict.fromkeys(names))
        return (
            [title_of(stage) for stage in self.stages] if len(self.stages) > 1 else []
        )

    @property
    def tells_details(self) -> bool:
        """Whether there is a place, a fee, a contact or a programme to tell."""
        event = self.tournament
        return bool(event.place or event.fee or event.contact or event.programme)

    @property
    def address(self) -> str:
        """The address of this page."""
        return self.part.at(reverse("tournament", args=[self.tournament.slug]))

    @property
    def rules(self) -> list[tuple[str, StandingsTable]]:
        """How the places of the final standings were decided, each rule once."""
        return rules_of_places(
            [(stage, table) for stage, table, _podium in self.finals]
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class DivisionRules:
    """The rules of a division, or of all that have the same."""

    division: Division
    rules: Sequence[Section]
    origin: Origin
    equity: str | None
    rated_on: Sequence[RatingList]

    @property
    def has_facts(self) -> bool:
        """Whether there is more to tell than rules: ratings, chances of winning."""
        return bool(self.rated_on or self.equity or not self.division.rated)


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentRulesPage(PublicPage):
    """The rules of a tournament in sentences, for each division that has its own."""

    template = "tournaments/public/rules.html"
    tab = "rules"

    divisions: Sequence[DivisionRules]

    @property
    def formats(self) -> list[str]:
        """The formats of all stages, each once; brackets of losers belong to one."""
        return list(
            dict.fromkeys(stage.format for stage in self.stages if not stage.parent)
        )

    @property
    def missed_rounds(self) -> list[str]:
        """The sentences on byes, absences and accelerated rounds, each once."""
        roots = [stage for stage in self.stages if not stage.parent]
        rules = [rule for root in roots for rule in missed_rounds_in(root)]
        return list(dict.fromkeys(rules))

    @property
    def lengths(self) -> list[tuple[int, int]]:
        """The rounds that have a length of their own, by number."""
        return list(enumerate(self.stage.lengths, start=1))


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesOfPlayPage(PublicPage):
    """How backgammon is played by the rules of a tournament.

    `shown` are the rules of one of its divisions, or of all if `all_rules` has no more.
    """

    template = "tournaments/public/rules_of_play.html"
    tab = "rules"

    all_rules: Sequence[PlayedRules]
    shown: PlayedRules
    origin: Origin
    chapters: Sequence[Chapter]
    offer: Offer

    @property
    def has_several(self) -> bool:
        """Whether divisions play by different rules."""
        return len(self.all_rules) > 1


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the tournaments that are on now, the next ones and the last ones."""
    page = HomePage(
        listing=listing(request, public_tournaments(), per_page=HOME_PAGE),
        may_create=accounts_access.is_allowed(request, Act.NEW_TOURNAMENT),
        seasons=leaders_now(),
    )
    return answers.show_page(request, page)


@require_safe
def tournament_list(request: HttpRequest) -> HttpResponse:
    """Show all tournaments, the newest first."""
    shown = listing(request, public_tournaments(), per_page=LIST_PAGE)
    return answers.show_page(request, TournamentListPage(listing=shown))


@conditional_page
@require_safe
def club_calendar(_request: HttpRequest) -> HttpResponse:
    """Send the tournaments of the last year and all that are planned."""
    since = timezone.localdate() - CALENDAR_DAYS
    return _calendar(calendar_of(tournaments_since(since)), "tournaments")


@conditional_page
@require_safe
def tournament_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """Send one tournament for a calendar."""
    found = structure_access.tournament_for_public(request, slug)
    return _calendar(calendar_of([found]), found.slug)


@conditional_page
@require_safe
def own_calendar(_request: HttpRequest, link_key: str) -> HttpResponse:
    """Send the tournaments in which a player is entered, by the personal link."""
    player = players_access.player_of_link(link_key)
    is_mine = Q(player=player) | Q(player__members=player)
    own = Tournament.objects.filter(
        pk__in=Entry.objects.active().filter(is_mine).values("tournament"),
        deleted_at=None,
        date__gte=timezone.localdate() - CALENDAR_DAYS,
    ).exclude(visibility=Visibility.PRIVATE)
    return _calendar(calendar_of(own), player.key)


def _calendar(content: bytes, name: str) -> HttpResponse:
    answer = HttpResponse(content, content_type="text/calendar; charset=utf-8")
    answer["Content-Disposition"] = (
        content_disposition_header(False, f"{name}.ics") or ""
    )
    answer["Cache-Control"] = "no-cache"
    return answer


@require_safe
def hub(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a tournament's front page: present tables, or the winners."""
    mark, header = rounds_access.visit_for_public(request, slug)
    if header is None:
        return answers.unchanged()
    nows, places = whereabouts(header.stages, now_playing(header.stages))
    finals = final_tables(header.tournament, header.stages, mark)
    page = HubPage(
        header=header,
        mark=mark,
        nows=nows,
        part=part_of(
            request.GET,
            [(letter, place) for letter, group in places for place in group],
            lambda listed: [listed[1].seat.name],
        ),
        entered=entered_in(header.tournament),
        lists=[] if nows else division_lists(header.stages),
        finals=finals,
        text=_text(header, mark) if finals else "",
        seasons=seasons_counting(header.tournament),
        sign_up=public_numbers(header.tournament),
    )
    return live(request, page)


def _text(header: PublicHeader, mark: TournamentMark) -> str:
    order = reverse("finishing_order", args=[header.tournament.slug])
    return text_to_paste(
        header.tournament,
        finishing_order(header.stages, mark.text),
        address=settings.SITE_URL + order,
    )


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the rules of a tournament in sentences, for the screen and for paper."""
    mark = structure_access.mark_for_public(request, slug)
    header = rounds_access.header_for_public(mark)
    divisions = reversed(_divisions_of(header))
    different = {_rules_of(division): division for division in divisions}
    page = TournamentRulesPage(
        header=header,
        mark=mark,
        divisions=[
            DivisionRules(
                division=division,
                rules=sections(division.profile.profile, reporting=division.reporting),
                origin=origin(division.profile.profile),
                equity=dict(TABLES).get(division.equity_table),
                rated_on=lists_of_tournaments() if division.rated else (),
            )
            for division in reversed(different.values())
        ],
    )
    return answers.show_page(request, page)


def _divisions_of(header: PublicHeader) -> list[Division]:
    return list({stage.division_id: stage.division for stage in header.stages}.values())


def _rules_of(division: Division) -> tuple[object, ...]:
    """Return the values of a division for the page of the rules."""
    own = (division.profile_id, division.reporting)
    return (*own, division.equity_table, division.rated)


@require_safe
def rules_of_play(request: HttpRequest, slug: str) -> HttpResponse:
    """Explain how backgammon is played by these rules, for beginners.

    If divisions have different rules, `?division=` says which are explained.
    """
    mark = structure_access.mark_for_public(request, slug)
    header = rounds_access.header_for_public(mark)
    all_rules = played_rules(_divisions_of(header))
    asked = request.GET.get("division")
    wanted = (one for one in all_rules if str(one.number) == asked)
    shown = next(wanted, all_rules[0])
    if str(shown.number) == asked:
        depends_on(request, division=asked)
    page = RulesOfPlayPage(
        header=header,
        mark=mark,
        all_rules=all_rules,
        shown=shown,
        origin=origin(shown.profile),
        chapters=chapters(shown.profile),
        offer=offer("rules-of-play", header.tournament),
    )
    return answers.show_page(request, page)
