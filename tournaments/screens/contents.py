"""The contents of screens: the one list.

A content has a key, a title and a function that makes its pages from the public facts
of a tournament. To add one, add a line to `CONTENTS`.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final
from urllib.parse import urljoin

from django.urls import reverse
from django.utils.translation import gettext, pgettext

from matches.ledger.models.match import Match
from matches.rules.game import gettext_noop
from matches.web.qr import qr_address
from matches.web.shown import public_names
from tournaments.brackets import BracketWords, bracket_of, round_page
from tournaments.draws.queries import announced_draws
from tournaments.draws.record import receipt_at
from tournaments.engine.state import group_name
from tournaments.entries.arrivals.models import WindowPhase
from tournaments.entries.arrivals.queries import expected_players, window_of
from tournaments.entries.arrivals.words import window_words
from tournaments.rounds.access import PublicHeader
from tournaments.rounds.announcements.bulletin import (
    ShownAnnouncement,
    hall_languages,
    in_languages,
)
from tournaments.rounds.rows import PairingRow
from tournaments.screens.models import PLACES, Screen
from tournaments.screens.pages import (
    NAMES,
    AddressPage,
    AnyPage,
    ClockPage,
    LinesPage,
    NewsPage,
    ScreenLine,
    TextPage,
    paged,
)
from tournaments.seasons.panels import seasons_with
from tournaments.seasons.words import season_place, season_points
from tournaments.standings.queries import StandingRow, standings_table
from tournaments.structure.marks import TournamentMark
from tournaments.structure.models import Stage
from tournaments.structure.names import numbered_round, round_or_draw_name, shown_name
from tournaments.structure.plan import format_of
from tournaments.structure.queries import title_of
from tournaments.tables.running import PlayerPlace, StageNow, now_playing, whereabouts

CLOCK: Final = "clock"
ANNOUNCEMENTS: Final = "announcements"
CHECK_IN: Final = "check_in"
MISSING: Final = "missing"
SEASON: Final = "season"
INITIAL: Final = 2
NO_TABLE: Final = "–"
UNCONFIRMED: Final = "?"
"""After a result that waits for the other player."""


@dataclass(frozen=True)
class Sight:
    """The public facts of one tournament, for one screen. Its page is at `address`."""

    screen: Screen
    header: PublicHeader
    mark: TournamentMark
    address: str

    @cached_property
    def nows(self) -> list[StageNow]:
        """The stages under way."""
        return now_playing(self.header.stages)

    def about(self, detail: str = "") -> str:
        """Return the name of the tournament, and a detail such as the stage."""
        name = str(self.header.tournament)
        return " · ".join(dict.fromkeys(part for part in (name, detail) if part))


@dataclass(frozen=True, slots=True)
class Content:
    """Something that screens can show."""

    key: str
    title: str
    build: Callable[[Sight], Iterable[AnyPage]]


def _places(sight: Sight) -> Iterator[AnyPage]:
    if sight.header.tournament.is_closed:
        return
    _nows, groups = whereabouts(sight.header.stages, sight.nows)
    lines = [_place(letter, place) for letter, some in groups for place in some]
    about = sight.about(_round_of(sight))
    page = LinesPage(
        title=gettext("Where do I play?"), about=about, lines=lines, word=_word()
    )
    yield from paged(page, NAMES)


def _word() -> str:
    # Translators: before the number of a table on a screen; at most five letters.
    return pgettext("screen", "Table")


def _place(letter: str, place: PlayerPlace) -> ScreenLine:
    row = place.row
    table = row.table if row is not None and row.is_open else None
    other = place.waits
    if place.opponent is not None:
        other = f"– {place.opponent.name}"
    elif row is not None and row.is_bye:
        other = gettext("bye")
    if row is not None and row.winner:
        other = place.score_words
    return ScreenLine(
        key=str(table or NO_TABLE),
        name=place.seat.sort_name,
        other=other,
        letter=letter,
        short=_short(place, other),
        are_words=(False, bool(place.waits)),
        is_done=not place.is_on,
    )


def _short(place: PlayerPlace, other: str) -> str:
    """Return a short name of the opponent: the last word, if it is no initial."""
    if place.waits:
        return pgettext("state", "Waiting")
    if place.opponent is None or (place.row is not None and place.row.winner):
        return other
    words = [word for word in place.opponent.name.split() if len(word) > INITIAL]
    # On a narrow column a long name would leave the dash alone on a line of its own.
    return f"–\N{NO-BREAK SPACE}{words[-1]}" if words else other


def _round_of(sight: Sight) -> str:
    """Return the round that is played, if there is only one."""
    if len(sight.nows) != 1 or sight.nows[0].stage.is_plan:
        return ""
    now = sight.nows[0].round
    return "" if now.is_endless else numbered_round(now.round.number)


def _tables(sight: Sight) -> Iterator[AnyPage]:
    rows = [row for now in sight.nows for row in now.round.rows if not row.is_bye]
    rows.sort(key=lambda row: (row.table is None, row.table or 0, row.match_number))
    yield from _matches(gettext("Pairings by table"), sight, rows)


def _now(sight: Sight) -> Iterator[AnyPage]:
    rows = [
        row
        for now in sight.nows
        for row in now.round.rows
        if row.is_open and row.is_called
    ]
    rows.sort(key=lambda row: (row.table or 0, row.match_number))
    yield from _matches(gettext("In progress"), sight, rows)


def _matches(title: str, sight: Sight, rows: list[PairingRow]) -> Iterator[AnyPage]:
    if sight.header.tournament.is_closed:
        return
    lines = [_match(row) for row in rows]
    yield from _opponents(title, sight.about(_round_of(sight)), lines)


def _opponents(title: str, about: str, lines: list[ScreenLine]) -> Iterator[AnyPage]:
    """Yield pages of matches; those whose result is not confirmed yet are marked."""
    if any(line.end.endswith(UNCONFIRMED) for line in lines):
        # Translators: explains the question mark after a result on a screen.
        marked = gettext("? not confirmed yet")
        about = f"{about} · {marked}"
    page = LinesPage(
        title=title, about=about, lines=lines, are_equal=True, word=_word()
    )
    yield from paged(page)


def _match(row: PairingRow) -> ScreenLine:
    points = f"{row.score_1}–{row.score_2}"
    if row.state == Match.State.REPORTED:
        points += UNCONFIRMED
    has_points = row.has_score and (row.is_decided or row.score_1 + row.score_2)
    return ScreenLine(
        key=str(row.table or NO_TABLE),
        name=row.one.name,
        other=row.two.name if row.two else "",
        end=points if has_points else "",
        is_done=row.is_decided,
    )


def _standings(sight: Sight) -> Iterator[AnyPage]:
    is_closed = sight.header.tournament.is_closed
    for stage in sight.header.stages:
        if stage.is_plan and not is_closed:
            continue
        table = standings_table(stage, sight.mark.text)
        about = sight.about(title_of(stage) if len(sight.header.stages) > 1 else "")
        title = gettext("Final standings") if is_closed else gettext("Standings")
        for group in table.groups:
            named = group_name(group.number) if group.number else ""
            yield from _standing_pages(title, sight.about(named), group.rows)
        if not table.groups:
            yield from _standing_pages(title, about, table.rows)


def _standing_pages(
    title: str, about: str, rows: Iterable[StandingRow]
) -> Iterator[AnyPage]:
    lines = [
        ScreenLine(
            key=row.shown_place,
            name=row.name,
            other=row.club,
            end=row.record,
            is_done=row.withdrawn,
        )
        for row in rows
    ]
    yield from paged(LinesPage(title=title, about=about, lines=lines))


def _season(sight: Sight) -> Iterator[AnyPage]:
    """Yield the table of each season for which the tournament counts."""
    with public_names():
        found = [
            (str(state.season), state.table)
            for state in seasons_with(sight.header.tournament)
        ]
    for about, rows in found:
        lines = [
            ScreenLine(
                key=season_place(line),
                name=player.name,
                other=player.told_club,
                end=season_points(line.points),
            )
            for line, player in rows
        ]
        yield from paged(LinesPage(title=gettext("Season"), about=about, lines=lines))


def _section(root: Stage, title: str) -> str:
    """Return the title of a section, after its division if that has a name."""
    names = [shown_name(root.division.name), title]
    return " · ".join(dict.fromkeys(name for name in names if name))


def _bracket(sight: Sight) -> Iterator[AnyPage]:
    for root in {stage.root.pk: stage.root for stage in sight.header.stages}.values():
        bracket = bracket_of(root) if root.is_plan else None
        if bracket is None:
            continue
        words = BracketWords(bracket)
        for section in bracket.sections:
            first = round_page(words, section)
            shown = [
                round_page(words, section, number=first.number, part=part.number)
                for part in first.parts
            ] or [first]
            lines = [
                ScreenLine(
                    key=str(card.table or card.label or NO_TABLE),
                    name=card.top.name,
                    other=card.bottom.name,
                    end=""
                    if card.top.points is None or card.bottom.points is None
                    else f"{card.top.points}–{card.bottom.points}"
                    + UNCONFIRMED * (card.state == Match.State.REPORTED),
                    is_done=card.top.is_winner or card.bottom.is_winner,
                    are_words=(not card.top.is_known, not card.bottom.is_known),
                )
                for part in shown
                for card in part.cards
            ]
            about = sight.about(_section(root, words.section(section)))
            yield from _opponents(first.title, about, lines)


def _clock(sight: Sight) -> Iterator[AnyPage]:
    clock = sight.header.bulletin.clock
    if clock is not None:
        title = clock.title or gettext("Round clock")
        yield ClockPage(title=title, about=sight.about(), clock=clock)


def _announcements(sight: Sight) -> Iterator[AnyPage]:
    for one in sight.header.bulletin.now:
        if one.on_screens:
            # A language that was chosen for the screen stands above those of the hall.
            order = [sight.screen.language, *hall_languages(sight.header.tournament)]
            texts = in_languages(one, *order)
            title = gettext("Announcement")
            yield NewsPage(title=title, about=sight.about(), texts=texts)


def address_page(sight: Sight) -> AddressPage:
    """Return the page with the address of the tournament."""
    return AddressPage(
        title=gettext("On your own phone"),
        about=sight.about(),
        address=sight.address.partition("//")[2],
        image=qr_address(sight.address, in_capitals=False),
        text=gettext("Who plays where, results and standings"),
    )


def _address(sight: Sight) -> Iterator[AnyPage]:
    yield address_page(sight)


def _check_in(sight: Sight) -> Iterator[AnyPage]:
    """Yield the code of the hall before and while phones can check in."""
    window = window_of(sight.header.tournament)
    if window is None or window.phase not in {WindowPhase.BEFORE, WindowPhase.OPEN}:
        return
    page = urljoin(sight.address, reverse("phone_check_in", args=[window.code]))
    find = urljoin(sight.address, reverse("check_in_find")).partition("//")[2]
    yield AddressPage(
        title=gettext("Check-in by phone"),
        about=sight.about(),
        address=f"{find}  {window.code}",
        image=qr_address(page, in_capitals=False),
        text=window_words(window),
    )


def _missing(sight: Sight) -> Iterator[AnyPage]:
    """Yield the missing players, as long as no round is drawn."""
    if sight.header.tournament.is_closed or sight.nows:
        return
    with public_names():
        missing, _came = expected_players(sight.header.tournament)
    lines = [ScreenLine(key="", name=one.name, letter=one.name[:1]) for one in missing]
    title = gettext("Not checked in")
    yield from paged(LinesPage(title=title, about=sight.about(), lines=lines), NAMES)


def _draws(sight: Sight) -> Iterator[AnyPage]:
    """Yield the fingerprint of each announced draw."""
    for draw in announced_draws(sight.header.tournament):
        receipt = receipt_at(sight.address, draw)
        text = gettext(
            "Take a photo of the code: after the draw it tells you whether anything "
            "was changed."
        )
        yield AddressPage(
            title=gettext("The draw has been announced"),
            about=sight.about(
                round_or_draw_name(
                    draw.round_number,
                    is_endless=format_of(draw.stage.format).is_endless,
                )
            ),
            address=receipt.short,
            image=receipt.qr,
            text=text,
            is_digits=True,
        )


def _text(sight: Sight) -> Iterator[AnyPage]:
    lines = [line for line in sight.screen.text.split("\n") if line.strip()]
    is_own = sight.header.tournament.pk == sight.screen.tournament_id
    if lines and is_own:
        texts = [ShownAnnouncement(0, line, "") for line in lines]
        yield TextPage(title=sight.about(), texts=texts, logo=True)


CONTENTS: Final = (
    Content(PLACES, gettext_noop("Pairings A–Z"), _places),
    Content("tables", gettext_noop("Pairings by table"), _tables),
    Content("now", gettext_noop("In progress"), _now),
    Content("standings", gettext_noop("Standings"), _standings),
    Content(SEASON, gettext_noop("Season"), _season),
    Content("bracket", gettext_noop("Current bracket round"), _bracket),
    Content(CLOCK, gettext_noop("Round clock"), _clock),
    Content(ANNOUNCEMENTS, gettext_noop("Announcements"), _announcements),
    Content("draws", gettext_noop("Announced draw"), _draws),
    Content(CHECK_IN, gettext_noop("Check-in by phone"), _check_in),
    Content(MISSING, gettext_noop("Not checked in"), _missing),
    Content("address", gettext_noop("Address and QR code"), _address),
    Content("text", gettext_noop("Custom text"), _text),
)
"""All contents, in the order in which a screen shows them."""

BY_KEY: Final = {content.key: content for content in CONTENTS}
