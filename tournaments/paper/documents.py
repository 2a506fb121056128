"""The lists of the hall as printed documents."""

from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any, Final

from django.urls import reverse

from matches.accounts.password_again import password_to_read
from matches.documents.papers import A3, A4, A5, HALF_LETTER, LETTER
from matches.documents.registry import Access, AnyDocument, Document
from matches.rules.text import gettext_noop
from tournaments.paper.badges import (
    badges_of,
    print_badges,
    without_links,
)
from tournaments.paper.chart_documents import WALL_CHART, WALL_CHART_A4
from tournaments.paper.crosstables import (
    crosstables_on_paper,
    has_crosstables,
    print_crosstables,
)
from tournaments.paper.diplomas import (
    diplomas_of,
    print_diplomas,
    too_early,
)
from tournaments.paper.emergency_pack import (
    emergency_pack,
    pack_basis,
    print_pack,
)
from tournaments.paper.entry_lists import entry_list, sign_in_list
from tournaments.paper.finishers import finishing_list
from tournaments.paper.lists import print_list
from tournaments.paper.match_cards import cards_basis, match_cards
from tournaments.paper.monrad_cards import (
    has_cards,
    monrad_cards,
    print_monrad_cards,
)
from tournaments.paper.posters import (
    check_in_poster,
    find_your_page,
    print_poster,
)
from tournaments.paper.prizes import prize_list
from tournaments.paper.programme import (
    has_programme,
    print_programme,
    programme_basis,
    programme_of,
)
from tournaments.paper.round_chart import round_chart
from tournaments.paper.round_lists import (
    find_your_table,
    pairings_by_table,
    round_results,
)
from tournaments.paper.rounds_played import is_in_rounds
from tournaments.paper.score_sheets import score_sheets, whole_page_sheets
from tournaments.paper.sheet_documents import (
    ON_SHEETS,
    SCORE_SHEETS,
    WHOLE_PAGE_SHEETS,
    blank_sheets_of,
    sheets_basis,
    sheets_due,
)
from tournaments.paper.standings import printed_standings
from tournaments.paper.table_signs import print_signs, table_signs
from tournaments.paper.team_sheet import (
    print_team_sheet,
    team_sheet,
)
from tournaments.paper.values import PrintedList, basis
from tournaments.rounds.documents import ROUND
from tournaments.rounds.models import Round
from tournaments.structure.documents import (
    STAGE,
    TOURNAMENT,
    for_anybody,
    for_directors,
)
from tournaments.structure.models import Stage, Tournament

ON_ANY_PAPER: Final = (A4, LETTER, A3, A5, HALF_LETTER)
LISTS: Final[dict[str, Any]] = {
    "basis": basis,
    "build": print_list,
    "papers": ON_ANY_PAPER,
}
"""The common values of lists, which are drawn for large and for small paper."""


def _desk_of_round(published: Round) -> str:
    return reverse("tournament_desk", args=[published.stage.division.tournament.slug])


def _language_of_round(published: Round) -> str:
    return published.stage.division.tournament.paper_languages


def _file_of_round(published: Round, name: str) -> str:
    stage = published.stage
    slug = stage.division.tournament.slug
    return f"{slug}-{stage.number}-{published.number}-{name}.pdf"


def _of_round(key: str, **values: Any) -> Document[Round, PrintedList]:
    return Document(
        key=key,
        scope=ROUND,
        access=for_anybody,
        **LISTS,
        file_name=partial(_file_of_round, name=key),
        language=_language_of_round,
        back=_desk_of_round,
        **values,
    )


def _of_stage(
    key: str, *, access: Access = for_anybody, **values: Any
) -> Document[Stage, Any]:
    return Document(
        key=key,
        scope=STAGE,
        access=access,
        file_name=partial(_file_of_stage, name=key),
        language=lambda stage: stage.division.tournament.paper_languages,
        **values,
    )


def _file_of_stage(stage: Stage, name: str) -> str:
    return f"{stage.division.tournament.slug}-{stage.number}-{name}.pdf"


def _of_tournament(
    key: str, *, access: Access = for_directors, **values: Any
) -> Document[Tournament, Any]:
    return Document(
        key=key,
        scope=TOURNAMENT,
        access=access,
        file_name=partial(_file_of_tournament, name=key),
        language=lambda tournament: tournament.paper_languages,
        back=lambda tournament: reverse("tournament_desk", args=[tournament.slug]),
        **values,
    )


def _file_of_tournament(tournament: Tournament, name: str) -> str:
    return f"{tournament.slug}-{name}.pdf"


FIND_YOUR_TABLE: Final = _of_round(
    "find-your-table",
    title=gettext_noop("Find your table"),
    values=find_your_table,
    note=gettext_noop("PDF for the wall, A to Z"),
)
PAIRINGS_BY_TABLE: Final = _of_round(
    "pairings-by-table",
    title=gettext_noop("Pairings by table"),
    values=pairings_by_table,
    note=gettext_noop("PDF for the desk, with boxes to tick off sheets"),
)
ROUND_RESULTS: Final = _of_round(
    "round-results",
    title=gettext_noop("Results"),
    values=round_results,
    note=gettext_noop("PDF for the wall, by table"),
)

SIGN_IN_LIST: Final = _of_tournament(
    "sign-in-list",
    title=gettext_noop("Sign-in list"),
    values=sign_in_list,
    **LISTS,
    note=gettext_noop("PDF, with boxes for payment and check-in"),
)
STANDINGS: Final = _of_stage(
    "standings",
    title=gettext_noop("Standings (print)"),
    values=printed_standings,
    **LISTS,
    note=gettext_noop("PDF for the wall, with tie-break details"),
)
CROSSTABLE: Final = _of_stage(
    "crosstable",
    title=gettext_noop("Crosstable"),
    values=crosstables_on_paper,
    basis=basis,
    build=print_crosstables,
    papers=(A4, LETTER, A3),
    is_offered=has_crosstables,
    note=gettext_noop("PDF for the wall, to fill in"),
)
MONRAD_CARDS: Final = _of_stage(
    "monrad-cards",
    title=gettext_noop("Monrad cards"),
    values=monrad_cards,
    basis=basis,
    build=print_monrad_cards,
    is_offered=has_cards,
    hint=gettext_noop(
        "One card per player, filled in so far. Use them to pair the next rounds by "
        "hand."
    ),
    note=gettext_noop("PDF, four per page, for pairing by hand"),
    access=for_directors,
)
ROUND_CHART: Final = _of_stage(
    "round-chart",
    title=gettext_noop("Round chart"),
    values=round_chart,
    **LISTS,
    is_offered=is_in_rounds,
    note=gettext_noop("PDF for the wall, to fill in"),
)

MATCH_CARDS: Final = replace(
    SCORE_SHEETS,
    key="match-cards",
    title=gettext_noop("Match cards"),
    heading=lambda _published: "",
    values=sheets_due,
    basis=cards_basis,
    build=match_cards,
    build_in_steps=match_cards,
    papers=(A4, LETTER),
    file_name=partial(_file_of_round, name="cards"),
    hint=gettext_noop("For short matches: four per A4 page, in table order."),
    note=gettext_noop("PDF, four per page"),
    shortcut="",
)
BLANK_SHEETS: Final = _of_tournament(
    "blank-score-sheets",
    title=gettext_noop("Blank score sheets"),
    values=blank_sheets_of,
    basis=sheets_basis,
    papers=ON_SHEETS,
    build=score_sheets,
    note=gettext_noop("PDF, without names"),
)
BLANK_WHOLE_PAGE_SHEETS: Final = _of_tournament(
    "blank-score-sheets-a4",
    title=gettext_noop("Blank score sheets, one on a page"),
    values=lambda tournament: blank_sheets_of(tournament)[::2],
    basis=sheets_basis,
    build=whole_page_sheets,
    note=gettext_noop("PDF, 25 games each, without names"),
)
TEAM_SHEET: Final = _of_tournament(
    "team-sheet",
    title=gettext_noop("Team sheet"),
    values=team_sheet,
    basis=basis,
    build=print_team_sheet,
    hint=gettext_noop("For a match of two teams: print two, one for each captain."),
    note=gettext_noop("PDF, line-ups and boards to fill in"),
)
TABLE_SIGNS: Final = _of_tournament(
    "table-signs",
    title=gettext_noop("Table signs"),
    values=table_signs,
    basis=basis,
    build=print_signs,
    hint=gettext_noop("One sheet per table. Fold along the line so it stands up."),
    note=gettext_noop("PDF, to fold in the middle"),
)
POSTER: Final = _of_tournament(
    "poster",
    title=gettext_noop("Poster: find your page"),
    values=find_your_page,
    papers=(A4, LETTER, A5, HALF_LETTER),
    basis=basis,
    build=print_poster,
    note=gettext_noop("PDF, A4 for any printer"),
)
POSTER_A3: Final = replace(
    POSTER,
    key="poster-a3",
    title=gettext_noop("Poster: find your page, A3"),
    papers=(A3,),
    file_name=partial(_file_of_tournament, name="poster-a3"),
    note=gettext_noop("PDF, A3 for the wall"),
)
CHECK_IN_POSTER: Final = replace(
    POSTER,
    key="check-in-poster",
    title=gettext_noop("Poster: check in by phone"),
    values=check_in_poster,
    file_name=partial(_file_of_tournament, name="check-in-poster"),
)

ENTRY_LIST: Final = _of_tournament(
    "entry-list",
    title=gettext_noop("Entry list"),
    values=entry_list,
    **LISTS,
    note=gettext_noop("PDF for the wall, A to Z"),
    access=for_anybody,
)
BADGES: Final = _of_tournament(
    "badges",
    title=gettext_noop("Badges"),
    values=badges_of,
    basis=basis,
    build=print_badges,
    caution=without_links,
    access=password_to_read(for_directors),
    lifetime=timedelta(hours=1),  # what the database keeps of links opens none
    papers=(A4, LETTER, A3),
    hint=gettext_noop(
        "Print double-sided, flipped on the long edge. The back has the personal code "
        "for reporting results. Cut along the lines."
    ),
    note=gettext_noop("PDF, with the personal code"),
)
FINISHING_ORDER: Final = _of_tournament(
    "finishing-order",
    title=gettext_noop("Final ranking"),
    values=finishing_list,
    **LISTS,
    note=gettext_noop("PDF for the wall, with tie-break details"),
    access=for_anybody,
)
PRIZE_LIST: Final = _of_tournament(
    "prize-list",
    title=gettext_noop("Prize list"),
    values=prize_list,
    **LISTS,
    note=gettext_noop("PDF, top places with space for prizes"),
)
PROGRAMME: Final = _of_tournament(
    "programme",
    title=gettext_noop("Schedule"),
    values=programme_of,
    basis=programme_basis,
    build=print_programme,
    is_offered=has_programme,
    note=gettext_noop("PDF for the wall: time, place, fee, contact"),
    access=for_anybody,
)
DIPLOMAS: Final = _of_tournament(
    "diplomas",
    title=gettext_noop("Certificates"),
    values=diplomas_of,
    basis=basis,
    caution=too_early,
    build=print_diplomas,
    papers=ON_ANY_PAPER,
    hint=gettext_noop("For the top three of each event, one page each."),
    note=gettext_noop("PDF, top three"),
)
DIPLOMAS_FOR_ALL: Final = replace(
    DIPLOMAS,
    key="diplomas-for-all",
    title=gettext_noop("Certificates for everyone"),
    values=partial(diplomas_of, last=0),
    file_name=partial(_file_of_tournament, name="diplomas-for-all"),
    hint=gettext_noop("One page per place; print only those you need."),
    note=gettext_noop("PDF, one page per place"),
)

EMERGENCY_PACK: Final = _of_tournament(
    "emergency-pack",
    title=gettext_noop("Emergency pack"),
    values=emergency_pack,
    basis=pack_basis,
    build=print_pack,
    build_in_steps=print_pack,
    hint=gettext_noop(
        "Everything you need to finish by hand: matches, standings, charts, entries "
        "and "
        "blank score sheets. Print it before the start and after each round."
    ),
    note=gettext_noop("PDF, to finish by hand"),
)

PAPERS: Final[tuple[AnyDocument, ...]] = (
    SCORE_SHEETS,
    WHOLE_PAGE_SHEETS,
    WALL_CHART,
    WALL_CHART_A4,
    MATCH_CARDS,
    FIND_YOUR_TABLE,
    PAIRINGS_BY_TABLE,
    ROUND_RESULTS,
    STANDINGS,
    CROSSTABLE,
    ROUND_CHART,
    MONRAD_CARDS,
    ENTRY_LIST,
    SIGN_IN_LIST,
    BADGES,
    BLANK_SHEETS,
    BLANK_WHOLE_PAGE_SHEETS,
    TEAM_SHEET,
    TABLE_SIGNS,
    PROGRAMME,
    POSTER,
    POSTER_A3,
    CHECK_IN_POSTER,
    FINISHING_ORDER,
    PRIZE_LIST,
    DIPLOMAS,
    DIPLOMAS_FOR_ALL,
    EMERGENCY_PACK,
)
"""The documents of rounds, stages and tournaments, in the order of the pages."""
