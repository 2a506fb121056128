"""The documents of tournaments, in the order in which pages list them."""

from typing import Final

from matches.documents.registry import AnyDocument
from tournaments.paper.chart_sheets import BRACKET
from tournaments.paper.crosstables import CROSSTABLE
from tournaments.paper.emergency_pack import EMERGENCY_PACK
from tournaments.paper.entries import BADGES, ENTRIES
from tournaments.paper.prints import PRINTED
from tournaments.paper.round_lists import PAIRINGS, RESULTS
from tournaments.paper.sheets import MATCH_CARDS, SCORE_SHEETS
from tournaments.paper.signs import POSTERS, TABLE_SIGNS
from tournaments.paper.standings import FINAL_RANKING, STANDINGS

PAPERS: Final[tuple[AnyDocument, ...]] = (
    SCORE_SHEETS,
    MATCH_CARDS,
    TABLE_SIGNS,
    PAIRINGS,
    RESULTS,
    STANDINGS,
    BRACKET,
    CROSSTABLE,
    FINAL_RANKING,
    POSTERS,
    ENTRIES,
    EMERGENCY_PACK,
    BADGES,
    PRINTED,
)
