"""What a draw minds of an entry: family, a welcome bye, and who is never met."""

from collections.abc import Collection

from django.db import transaction

from matches import journal
from matches.models import User
from tournaments.models import Entry, Stage, Tournament
from tournaments.services.entry_lists import first_stage, next_round
from tournaments.services.tournaments import bump, lock_open


def change_entry(
    *,
    tournament: Tournament,
    number: int,
    family: str,
    wants_bye: bool,
    never: Collection[int] | None,
    by: User | None,
) -> Entry:
    """Change what draws mind of an entry.

    `wants_bye`: a bye of the next round is welcome. `never`: entries that are never
    to be met, None to leave them.

    Raises TournamentClosedError.
    """
    with transaction.atomic():
        held = lock_open(tournament)
        entry = Entry.objects.select_related("player", "division").get(
            division__tournament=held, number=number
        )
        stage = first_stage(entry.division)
        entry.family = family
        entry.bye_round = next_round(stage) if wants_bye else None
        entry.save(update_fields=["family", "bye_round"])
        if never is not None:
            _forbid(stage, entry, never)
        bump(held)
        journal.write(
            act="entry_changed", by=by, subject=held.subject, name=entry.player.name
        )
    return entry


def never_met(entry: Entry) -> list[int]:
    """Return the entries that one never meets."""
    pairs = first_stage(entry.division).options.get("forbidden", [])
    return sorted(
        other
        for pair in pairs
        if entry.number in pair
        for other in pair
        if other != entry.number
    )


def _forbid(stage: Stage, entry: Entry, never: Collection[int]) -> None:
    """Keep the pairs who never meet, the lower number first."""
    known = set(
        Entry.objects.filter(division=entry.division_id)
        .exclude(pk=entry.pk)
        .values_list("number", flat=True)
    )
    others = [
        pair for pair in stage.options.get("forbidden", []) if entry.number not in pair
    ]
    own = [sorted([entry.number, other]) for other in known & set(never)]
    options = {key: value for key, value in stage.options.items() if key != "forbidden"}
    if pairs := sorted([*others, *own]):
        options["forbidden"] = pairs
    Stage.objects.filter(pk=stage.pk).update(options=options)
