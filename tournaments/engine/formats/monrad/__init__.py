"""Monrad: down the list of wins and player numbers, each meets the next one free."""

from matches.rules.text import gettext_noop
from tournaments.engine.formats.base import BrowserCheck, LotOrder, Substitute
from tournaments.engine.formats.families import rounds_by_wins
from tournaments.engine.formats.monrad.late import LATE
from tournaments.engine.formats.monrad.pairing import draw
from tournaments.engine.formats.monrad.why import WHY
from tournaments.engine.promises import Promise

MONRAD = rounds_by_wins(
    key="monrad",
    label=gettext_noop("Monrad"),
    explanation=gettext_noop(
        "Player numbers are drawn once. Each round the list is sorted by wins, then by "
        "player number, and the highest free player meets the next one not yet met."
    ),
    version=1,
    draw=draw,
    options=("legs",),
    later_options=(),
    late=LATE,
    substitute=Substitute.FIRST_MATCH,
    why=WHY,
    promises=(
        Promise.EVERYBODY_PLAYS,
        Promise.NO_REMATCH,
        Promise.LOWEST_BYE_FIRST,
        Promise.FORBIDDEN_APART,
    ),
    browser_check=BrowserCheck(purpose="monrad:1", order=LotOrder.LOTS),
)
