"""Correcting a result on which later pairings depend.

A correction is one transaction and one amendment: the result, the matches set aside,
the pins, the rounds taken back, and the matches opened instead.
"""

from dataclasses import dataclass
from typing import Final

from django.db import transaction

from matches.accounts.models import User
from matches.ledger.book import RecordedEnd
from matches.ledger.models.match import Match
from matches.ledger.replace_result import Wanted, result_of, write_result
from tournaments.results.amendments.facts import FactScope
from tournaments.results.amendments.models import Correction
from tournaments.results.amendments.services import recording
from tournaments.results.amendments.set_aside import set_aside, withdraw_round
from tournaments.results.correction.effects import stored
from tournaments.results.correction.plan import Case, Effects, Way, effects_of
from tournaments.results.correction.swap_players import exchange
from tournaments.results.errors import (
    CHOICE_NEEDED,
    NOT_CORRECTABLE,
    NOTHING_CHANGES,
    PREVIEW_OUTDATED,
)
from tournaments.rounds.models import Pairing, Round
from tournaments.structure.locking import lock_live_matches, lock_open
from tournaments.structure.models import Stage, Tournament

_REASON: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """The decision of a director; `mark` identifies the effects that they saw."""

    wanted: Wanted
    mode: str = ""
    reason: str = ""
    mark: str = ""


def preview(*, match: Match, wanted: Wanted) -> Effects:
    """Return the effects of a correction; nothing is saved.

    Raises NOT_CORRECTABLE, NOTHING_CHANGES, and RuleError if the wanted result
    is not possible in this match.
    """
    pairing = _live(match.pk)
    known = pairing.opened_match
    result = result_of(known, wanted)
    if result == RecordedEnd(known.score_1, known.score_2, known.winner, known.how):
        raise NOTHING_CHANGES()
    return effects_of(pairing, result)


def correct(
    *, tournament: Tournament, match: Match, chosen: Chosen, by: User | None
) -> Correction:
    """Correct a result and apply the chosen way to what depends on it.

    Raises TOURNAMENT_CLOSED; PREVIEW_OUTDATED: the effects differ from those
    that the director saw; CHOICE_NEEDED; and the errors of `preview`.
    """
    with transaction.atomic():
        locked = lock_open(tournament)
        lock_live_matches(locked)
        # Computed again under both locks. Equal marks prove that what happens now is
        # what the director saw, although time has passed since the preview.
        effects = preview(match=match, wanted=chosen.wanted)
        if effects.mark != chosen.mark:
            raise PREVIEW_OUTDATED()
        way, case = effects.way(chosen.mode), effects.case
        if way is None:
            raise CHOICE_NEEDED()
        with recording(
            locked,
            act="corrected",
            by=by,
            params={
                "label": case.label,
                "score": case.result.text,
                "before": case.was.text,
                "reason": chosen.reason,
                "mode": way.mode,
            },
            scope=FactScope(locked, matches={match.pk}, draws=_exchanged_in(way)),
            # A later round may depend on the winner, and on rounds drawn again.
            dependents_in=case.root if case.is_turned or way.rounds else None,
        ) as made:
            _carry_out(case, way, reason=chosen.reason, by=by)
        return Correction.objects.create(
            amendment=made.made,
            match=match,
            mode=way.mode,
            reason=chosen.reason,
            effects=stored([*effects.changes, *way.lines]),
            opened=list(made.opened),
        )


def _live(match_id: int) -> Pairing:
    """Return the live pairing of a decided match. Raises NOT_CORRECTABLE."""
    pairing = (
        Pairing.objects.live()
        .filter(match=match_id, match__state=Match.State.DONE)
        .select_related(
            "draw__stage", "entry_1", "entry_2", "match__profile", "tournament"
        )
        .first()
    )
    if pairing is None:
        raise NOT_CORRECTABLE()
    return pairing


def _carry_out(case: Case, way: Way, *, reason: str, by: User | None) -> None:
    """Apply a way. The recording then opens and calls the matches that follow.

    The order matters: matches that no longer fit are set aside before new ones are
    opened, because that frees slots, positions and players.
    """
    write_result(match_id=case.match.pk, result=case.result, by=by)
    why = _reason(case, reason)
    if way.exchange is not None:
        exchange(case, way.aside, pair=way.exchange, reason=why)
    else:
        set_aside(way.aside, reason=why)
    if way.pins is not None:
        pins = [(pin.slot, pin.side, pin.entrant) for pin in way.pins]
        Stage.objects.filter(pk=case.root.pk).update(pins=pins)
    for pk in way.rounds:
        withdraw_round(_round(pk), reason=why)


def _exchanged_in(way: Way) -> set[int]:
    """Return the draw (primary key) in which two entries change places."""
    if way.exchange is None:
        return set()
    rows = Pairing.objects.filter(pk__in=way.aside)
    return set(rows.values_list("draw", flat=True))


def _round(pk: int) -> Round:
    return Round.objects.select_related("draw", "stage").get(pk=pk)


def _reason(case: Case, reason: str) -> str:
    return f"{case.label} {case.was.text} → {case.result.text}. {reason}"[:_REASON]
