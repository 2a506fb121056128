"""Who is in a tournament, and in what state."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import get_language

from matches.models import Match
from matches.rules.alphabet import alphabetical
from tournaments.models import Draw, Entry, Pairing, Stage


@dataclass(frozen=True, slots=True)
class EntryRow:
    """One entry as lists show it.

    `drawn`: was part of a published draw, so can only be withdrawn, not removed.
    """

    entry: Entry
    drawn: bool
    lot: int | None
    open_label: str
    open_code: str

    @property
    def tag(self) -> str:
        """The word of the state tag."""
        if self.entry.withdrawn_at is not None:
            return "withdrawn"
        return "here" if self.entry.checked_in_at is not None else "missing"

    @property
    def is_late(self) -> bool:
        """Whether they joined after the first round."""
        return self.entry.joined_round > 1


def entry_rows(stage: Stage) -> Sequence[EntryRow]:
    """Return the entries of a stage's division by name. Two queries."""
    entries = list(
        Entry.objects.filter(division=stage.division_id)
        .select_related("player")
        .order_by("number")
    )
    language = get_language() or "en"
    entries.sort(key=lambda entry: alphabetical(entry.player.sort_name, language))
    drawn, waiting = _drawn(stage)
    lots = stage.lot_of
    return [
        EntryRow(
            entry=entry,
            drawn=entry.pk in drawn,
            lot=lots.get(entry.number),
            open_label=waiting.get(entry.pk, ("", ""))[0],
            open_code=waiting.get(entry.pk, ("", ""))[1],
        )
        for entry in entries
    ]


def _drawn(stage: Stage) -> tuple[set[int], dict[int, tuple[str, str]]]:
    """Who was in a published draw, even one taken back, and whose match is open."""
    drawn: set[int] = set()
    waiting: dict[int, tuple[str, str]] = {}
    rows = (
        Pairing.objects.filter(stage__division=stage.division_id)
        .exclude(draw__state=Draw.State.DRAFT)
        .values_list(
            "entry_1", "entry_2", "match_number", "match__code", "match__state"
        )
    )
    for one, two, number, code, state in rows:
        here = [entry for entry in (one, two) if entry is not None]
        drawn.update(here)
        if state in {Match.State.READY, Match.State.PLAYING}:
            waiting |= dict.fromkeys(here, (f"M{number}", code))
    return drawn, waiting
