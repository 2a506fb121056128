"""What stands on the score sheets and match cards of a round, and their documents."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext

from matches.documents.registry import A4, A5, DETAIL, LETTER, BySheet, short_digest
from matches.ledger.models.match import Match
from matches.rulebook.profiles import Profile
from matches.rulebook.switches import CLOCKS_REQUIRED
from matches.rules import MatchRules, reserve_seconds
from matches.rules.conditions import Scoring
from matches.rules.game import gettext_noop
from matches.sheet_photos.layout import SheetLayout
from matches.web.club import club
from tournaments.paper.score_sheets import (
    SheetSide,
    SheetValues,
    layouts_of,
    match_cards,
    score_sheets,
)
from tournaments.paper.values import AT_ANY_TIME, TABLES, of_round
from tournaments.rounds.models import DECIDED, Pairing, Round
from tournaments.rounds.round_names import DrawnRounds, rounds_planned
from tournaments.structure.documents import for_directors
from tournaments.structure.models import Stage, Tournament
from tournaments.structure.names import round_or_draw_name, shown_name
from tournaments.structure.queries import stages_of

CIRCLED: Final = (1, 2, 4, 8, 16, 32, 64)
ALWAYS_CIRCLED: Final = 16
"""Up to this value each is printed that the cube can show, in a match of any length."""
LOOPBACK: Final = frozenset({"127.0.0.1", "localhost", "::1"})
AT_A_TIME: Final = 50
BLANK: Final = "blank"
PER_PLAYER: Final = "per-player"
BLANK_SHEETS: Final = 20
"""Blank sheets of a tournament, two on a page."""


def blank_sheets_of(tournament: Tournament) -> tuple[SheetValues, ...]:
    """Return blank sheets for every match length and rule of a tournament. One query.

    There are at least two of each, and about twenty together.
    """
    sheets = {
        (stage.match_length, stage.division.profile_id): _blank_sheet(tournament, stage)
        for stage in reversed(stages_of(tournament))
    }
    pages = max(1, BLANK_SHEETS // 2 // len(sheets))
    return tuple(
        sheet for sheet in reversed(sheets.values()) for _copy in range(2 * pages)
    )


def _blank_sheet(tournament: Tournament, stage: Stage) -> SheetValues:
    profile = stage.division.profile.profile
    rules = profile.match_rules(stage.match_length)
    return SheetValues(
        tournament=tournament.name,
        place=_place(stage.division.name),
        date=tournament.date,
        length=stage.match_length,
        **rule_values(profile, rules),
        printed_at=timezone.localtime(),
        language=tournament.paper_languages,
        club=club().line,
    )


def sheets_of(published: Round, *, is_open: bool = False) -> tuple[SheetValues, ...]:
    """Return the sheets of a round, in the order of its tables. Three queries.

    Matches that were not called come last. `is_open` leaves out decided matches.
    """
    stage = published.stage
    tournament = stage.division.tournament
    pairings = (
        Pairing.objects.with_match()
        .filter(draw=published.draw_id)
        .with_stage()
        .select_related("match__player_1", "match__player_2", "match__profile")
    )
    if is_open:
        pairings = pairings.exclude(DECIDED)
    printed = timezone.localtime()
    drawn = None if stage.plan is None else DrawnRounds.of(stage)
    rounds = 0 if drawn else rounds_planned(stage)
    found = (
        SheetValues(
            tournament=tournament.name,
            place=_place(stage.division.name, pairing.stage.name),
            round=_round(pairing, drawn=drawn, rounds=rounds),
            date=tournament.date,
            length=pairing.match.length,
            table=pairing.table,
            match_number=pairing.match_number or 0,
            code=pairing.match.sheet_code,
            url=settings.SITE_URL + reverse("sheet", args=[pairing.match.sheet_code]),
            one=SheetSide(
                pairing.match.player_1.name, pairing.match.player_1.told_club
            ),
            two=SheetSide(
                pairing.match.player_2.name, pairing.match.player_2.told_club
            ),
            **rule_values(pairing.match.profile.profile, pairing.match.rules),
            reporting=pairing.match.reporting,
            called_at=pairing.called_at,
            start=(pairing.match.start_1, pairing.match.start_2),
            printed_at=printed,
            draw_number=published.draw.number,
            language=tournament.paper_languages,
            club=club().line,
        )
        # A few at a time: the rows of a thousand players take more than their sheets.
        for pairing in pairings.iterator(chunk_size=AT_A_TIME)
        if pairing.match is not None
    )
    return tuple(sorted(found, key=_in_the_hall))


def _place(*names: str) -> str:
    return " · ".join(filter(None, map(shown_name, names)))


def _round(pairing: Pairing, *, drawn: DrawnRounds | None, rounds: int) -> str:
    if drawn and (name := drawn.message(pairing.slot or 0)):
        return gettext(name)
    number, is_endless = pairing.round_number, pairing.stage.is_endless
    if not rounds:
        return round_or_draw_name(number, is_endless=is_endless)
    words = capfirst(gettext("round %(number)s of %(total)s"))
    return words % {"number": number, "total": rounds}


def sheets_due(published: Round) -> tuple[SheetValues, ...]:
    """Return the sheets of a round; of a bracket and a club night, those to play."""
    stage = published.stage
    return sheets_of(published, is_open=stage.is_plan or stage.is_endless)


def _in_the_hall(sheet: SheetValues) -> tuple[bool, int, int]:
    return sheet.table is None, sheet.table or 0, sheet.match_number


def rule_values(profile: Profile, rules: MatchRules) -> dict[str, Any]:
    return {
        "crawford": _has_crawford(rules),
        "cube_values": _cube_values(rules),
        "values": rules.values,
        "counts_checkers": rules.scoring == Scoring.CHECKERS,
        "automatic": rules.automatic,
        "beavers": rules.beavers,
        "jacoby": rules.jacoby,
        "is_unlimited": rules.cube_cap is None,
        "clock": _clock(profile, rules),
    }


def _clock(profile: Profile, rules: MatchRules) -> tuple[int, int] | None:
    clock = profile.clock
    if clock is None:
        return (0, 0) if profile[CLOCKS_REQUIRED] else None
    start = rules.start
    reserve = reserve_seconds(clock, rules.length, one=start.one, two=start.two)
    return reserve, clock.delay_seconds


def _has_crawford(rules: MatchRules) -> bool:
    """Return True if the Crawford game forbids anything: it needs a cube to double."""
    return rules.crawford and rules.highest_cube > 1


def _cube_values(rules: MatchRules) -> tuple[int, ...]:
    """Return the cube values to circle: those that can decide a match of this length.

    That are those up to the first one that wins the match in a single game. Automatic
    doubles and beavers raise the cube further, and so do players of one without limit.
    """
    is_raised = bool(rules.automatic or rules.beavers or rules.cube_cap is None)
    length = CIRCLED[-1] if is_raised else rules.length
    most = max(ALWAYS_CIRCLED, *(value for value in CIRCLED if value < 2 * length))
    highest = rules.highest_ever if is_raised else rules.highest_cube
    return tuple(value for value in CIRCLED if value <= min(most, highest))


def layouts_for(match: Match) -> list[SheetLayout]:
    tournament = Tournament.objects.filter(pairings__match=match).first()
    if tournament is None or match.is_money:
        return []
    sheet = SheetValues(
        tournament="",
        place="",
        date=tournament.date,
        length=match.length,
        **rule_values(match.profile.profile, match.rules),
        printed_at=AT_ANY_TIME,
        language=tournament.paper_languages,
    )
    return layouts_of(sheet)


def sheets_basis(sheets: Sequence[SheetValues]) -> list[SheetValues]:
    return [replace(sheet, printed_at=AT_ANY_TIME) for sheet in sheets]


def sheet_parts(sheets: Sequence[SheetValues]) -> dict[str, str]:
    """Return the digests of score sheets by the numbers of their matches.

    The table can be written by hand.
    """
    return {
        str(sheet.match_number): short_digest(
            replace(sheet, printed_at=AT_ANY_TIME, table=None, called_at=None)
        )
        + (f"{DETAIL}{sheet.table}" if sheet.table else "")
        for sheet in sheets
    }


def _only(
    sheets: Sequence[SheetValues], keys: Collection[str]
) -> tuple[SheetValues, ...]:
    return tuple(sheet for sheet in sheets if str(sheet.match_number) in keys)


def _warning(_published: Round) -> str:
    if urlsplit(settings.SITE_URL).hostname not in LOOPBACK:
        return ""
    return gettext(
        "The codes on these sheets only work on this computer. Start Crawford with "
        "--lan, or set CRAWFORD_URL, so that phones can open them."
    )


def _values(published: Round, option: str = "") -> tuple[SheetValues, ...]:
    if option == BLANK:
        return blank_sheets_of(published.stage.division.tournament)
    sheets = sheets_due(published)
    if option != PER_PLAYER:
        return sheets
    return tuple(replace(sheet, keeper=mark) for sheet in sheets for mark in "●○")


BY_MATCH: Final = BySheet(
    due=partial(sheets_of, is_open=True), every=sheets_of, parts=sheet_parts, only=_only
)
SCORE_SHEETS: Final = of_round(
    "score-sheets",
    title=gettext_noop("Score sheets"),
    access=for_directors,
    values=_values,
    basis=sheets_basis,
    build=score_sheets,
    by_sheet=BY_MATCH,
    papers=(A4, LETTER, A5),
    options={
        PER_PLAYER: gettext_noop("One per player"),
        BLANK: gettext_noop("Blank"),
    },
    warning=_warning,
    group=TABLES,
    note=gettext_noop("PDF, two per page; one per page for long matches"),
    shortcut="s",
)
MATCH_CARDS: Final = of_round(
    "match-cards",
    title=gettext_noop("Match cards"),
    access=for_directors,
    values=sheets_due,
    basis=sheets_basis,
    build=match_cards,
    by_sheet=BY_MATCH,
    warning=_warning,
    group=TABLES,
    note=gettext_noop("PDF, four per page"),
)
