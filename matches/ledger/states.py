"""The state of a match as every page names it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from matches.ledger.models.match import Match
from matches.ledger.occasions import Occasion
from matches.players.models import Player

_UNPLAYED: Final = {
    Match.State.READY.value: "unplayed",
    Match.State.PLAYING.value: "unfinished",
}
"""The keys of the states in which no match of a closed tournament is."""
_ON_THE_BOARD: Final = frozenset({"", Match.How.PLAYED.value})


def state_tag(
    state: str, how: str, *, is_called: bool | None, is_locked: bool = False
) -> str:
    """Return the key of a state for the template of state tags.

    `is_called`: whether a match that is ready has a table; None for a match that is
    not called to tables. `is_locked`: its tournament is closed.
    """
    if is_locked and state in _UNPLAYED:
        return _UNPLAYED[state]
    if state == Match.State.READY and is_called is not None:
        return "called" if is_called else "waiting"
    if state == Match.State.DONE and how not in _ON_THE_BOARD:
        return how
    return state


def tag_of(match: Match, occasion: Occasion | None) -> str:
    """Return the key of the state of a match of an event, or of none."""
    is_called = None if occasion is None else occasion.table is not None
    is_locked = match.locked_at is not None
    tag = state_tag(match.state, match.how, is_called=is_called, is_locked=is_locked)
    is_playing = occasion is not None and occasion.is_playing
    return "playing" if tag == "called" and is_playing else tag


def call_of(match: Match, called_at: datetime | None) -> str:
    """Return what tells one call of a match from another, "" if it is not called."""
    return "" if called_at is None else f"{match.code} {called_at:%H%M%S%f}"


@dataclass(frozen=True, slots=True)
class MatchNow:
    match: Match
    player: Player
    occasion: Occasion | None

    @property
    def opponent(self) -> Player:
        match = self.match
        is_one = match.player_1_id == self.player.pk
        return match.player_2 if is_one else match.player_1

    @property
    def tag(self) -> str:
        return tag_of(self.match, self.occasion)

    @property
    def called_at(self) -> datetime | None:
        """The time when the players were called, None once they sit there."""
        if self.occasion is None or self.tag != "called":
            return None
        return self.occasion.called_at

    @property
    def call(self) -> str:
        """An identifier of the call, different for a repeated call."""
        return call_of(self.match, self.called_at)
