"""Removing an entry that was not drawn yet."""

from django.db.models import Q

from tournaments.results.amendments.errors import ENTRY_HAS_PLAYED
from tournaments.rounds.models import Draw, Pairing
from tournaments.structure.models import Entry
from tournaments.structure.queries import in_drawn_stages


def delete_entry(entry: Entry) -> None:
    """Delete an entry; a draft that has it is discarded. The tournament is locked.

    Raises ENTRY_HAS_PLAYED: a draw that was published has the entry.
    """
    drawn = Pairing.objects.filter(Q(entry_1=entry) | Q(entry_2=entry))
    kept = drawn.exclude(draw__state=Draw.State.DRAFT).exists()
    if kept or entry.number in in_drawn_stages(entry.division_id):
        raise ENTRY_HAS_PLAYED(name=entry.player.name)
    if drawn.exists():
        drafts = Draw.objects.filter(
            state=Draw.State.DRAFT, stage__division=entry.division_id
        )
        Pairing.objects.filter(draw__in=drafts).delete()
        drafts.move(Draw.State.DISCARDED)
    entry.delete()
