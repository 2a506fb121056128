"""Replaces a known result by a contradicting line in the result box.

After the first time that such a line is sent, the desk shows its effects. Sent again
with the mark of these effects, it replaces the result by a correction with one undo.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from matches.accounts.models import User
from matches.ledger.models.match import Match
from matches.ledger.replace_result import Wanted, drops_games
from matches.rules import check_final
from tournaments.results.amendments.models import Correction
from tournaments.results.correction.effects import (
    COUNTS_FOR_RATING,
    RESULT_BECOMES,
    WINNER_STAYS,
)
from tournaments.results.correction.plan import Effects
from tournaments.results.correction.services import Chosen, correct, preview
from tournaments.results.errors import LINE_UNREADABLE
from tournaments.results.services import match_in_line, no_match, result_in_line
from tournaments.structure.models import Tournament

_SAID: Final = frozenset((RESULT_BECOMES, WINNER_STAYS, COUNTS_FOR_RATING))
"""Effects that are left out, because the desk shows both results itself."""


@dataclass(frozen=True, slots=True)
class Replacement:
    """The result that a line would replace, and the effects."""

    match: Match
    wanted: Wanted
    effects: Effects

    @property
    def lines(self) -> Sequence[str]:
        """The effects beside the result itself, in the reader's language.

        None where there is a choice: the page of the correction lists everything.
        """
        effects = self.effects
        if effects.is_choice:
            return ()
        lines = [line for line in effects.changes if line.message not in _SAID]
        changes = [str(line) for line in lines]
        changes += [
            " ".join(map(str, way.summary)) for way in effects.ways if way.summary
        ]
        if drops_games(self.match, effects.case.result):
            changes.append(
                _("The individual games no longer count; they remain in the history.")
            )
        return changes


def replacement(*, tournament: Tournament, typed: str) -> Replacement:
    """Return the replacement by a line.

    Raises LINE_UNREADABLE, NO_SUCH_MATCH, NOT_OPEN_YET; NOT_CORRECTABLE: the result
    does not count yet; NOTHING_CHANGES; and RuleError if the match cannot end like
    this.
    """
    line = result_in_line(tournament, typed)
    if line is None:
        raise LINE_UNREADABLE(typed=typed.strip())
    match = match_in_line(tournament=tournament, typed=typed)
    if match is None:
        raise no_match(tournament, line.number)
    winner = check_final(match.rules, line.one, line.two)
    wanted = Wanted(how=Match.How.PLAYED, winner=winner, points=min(line.one, line.two))
    return Replacement(match, wanted, preview(match=match, wanted=wanted))


def replace(
    found: Replacement, *, tournament: Tournament, mark: str, by: User | None
) -> Correction:
    """Replace a result on which nothing depends that leaves a choice.

    `mark` is that of the effects which were shown. Raises the errors of `correct`,
    PREVIEW_OUTDATED among them: something has happened since.
    """
    chosen = Chosen(wanted=found.wanted, mark=mark)
    return correct(tournament=tournament, match=found.match, chosen=chosen, by=by)
