"""Lives: an entrant is out after so many lost rounds; equal losses meet."""

from collections.abc import Mapping

from matches.rules.messages import Message
from matches.rules.text import gettext_noop
from tournaments.engine.format import (
    HAS_LOSSES,
    Ends,
    Format,
    Joining,
    LateEntry,
    RoundsAsked,
    for_every_bye,
)
from tournaments.engine.formats.lives.pairing import (
    draw,
    due,
    foresees,
    is_finished,
    losses_of,
    out,
    rounds,
    standings,
)
from tournaments.engine.pairing.wishes import barred_pairs
from tournaments.engine.promises import Promise
from tournaments.engine.standings import tally as tallies
from tournaments.engine.state import DrawnPairing, DrawnRound, Note, StageState
from tournaments.engine.why import groups
from tournaments.engine.why.history import StageHistory
from tournaments.engine.why.meetings import unavailable
from tournaments.engine.why.next_best import (
    BYE_LOSSES,
    LOSS_SQUARES,
    by_score,
    described,
)
from tournaments.engine.why.rounds import PairReasons, RoundReasons

BEGINS = Message("lives.begins", "Starts with %(lost)s of %(lives)s lives lost.")


def _next_round(state: StageState, number: int) -> Joining:
    return _from(state, state.next_round)


def _bye(state: StageState, bye: DrawnPairing) -> Joining:
    return _from(state, state.next_round - 1)


def _from(state: StageState, joined: int) -> Joining:
    lives = state.options.lives
    lost = min(joined - 1, lives - 1)
    return Joining(effects=(Note(BEGINS, {"lost": lost, "lives": lives}),))


def losses_so_far(state: StageState) -> Mapping[int, Note]:
    return {
        number: Note(HAS_LOSSES, {"losses": losses})
        for number, losses in tallies.count(state).losses.items()
    }


def _as_drawn(
    past: StageHistory, drawn: DrawnRound, pairing: DrawnPairing
) -> PairReasons:
    levels = {number: -losses for number, losses in losses_of(past.state).items()}
    criteria = by_score(past, levels, messages=(BYE_LOSSES, LOSS_SQUARES))
    found = groups.facts(groups.Groups(past, levels, groups.LOSSES), pairing)
    return PairReasons(
        tuple(found),
        unavailable(past, pairing, levels),
        described(pairing, drawn, criteria),
    )


LIVES = Format(
    key="lives",
    label=gettext_noop("Multiple lives"),
    explanation=gettext_noop(
        "Each player starts with a number of lives and loses one with each loss; at "
        "zero lives a player is out. Each round pairs players with equal or nearly "
        "equal losses who have not met; the rest is random. An odd player gets a bye, "
        "which costs no life."
    ),
    places=for_every_bye(
        gettext_noop(
            "Surviving players come first, by lives left; then players by the round "
            "they went out. Players eliminated in the same round share the place."
        )
    ),
    draw=draw,
    due=due,
    foresees=foresees,
    can_draw_ahead=False,
    options=("lives", "survivors", "legs", "forbidden", "bye_to"),
    essential_options=("lives",),
    later_options=("survivors", "bye_to"),
    rounds_asked=RoundsAsked.NO,
    rounds=rounds,
    last_round=lambda _state: None,
    ends=Ends.WITH_RESULTS,
    is_finished=is_finished,
    standings=standings,
    has=losses_so_far,
    out=out,
    losses=lambda options: options.lives,
    late=LateEntry(next_round=_next_round, bye=_bye),
    why=RoundReasons(as_drawn=_as_drawn, compares_by_hand=True, wishes=barred_pairs),
    promises=(
        Promise.EVERYBODY_PLAYS,
        Promise.NO_REMATCH,
        Promise.FEWEST_BYES_FIRST,
        Promise.KEPT_APART,
        Promise.LIVES_END,
    ),
)
