"""Wishes of an entry that draws respect: family, a welcome bye, forbidden opponents."""

from collections.abc import Collection

from django.db import transaction

from matches.accounts.models import User
from matches.web import journal
from tournaments.engine import format_named
from tournaments.entries.queries import first_stage, next_round
from tournaments.rounds.round_names import entry_counts, rounds_planned_with
from tournaments.structure.locking import bump, lock_open
from tournaments.structure.models import Entry, Stage, Tournament
from tournaments.structure.queries import stage_label


def change_entry(
    *,
    tournament: Tournament,
    number: int,
    family: str,
    wants_bye: bool | None,
    never: Collection[int] | None,
    by: User | None,
) -> Entry:
    """Change the family, the wish for a bye, and the forbidden opponents of an entry.

    `wants_bye`: the entry wants a bye in the next round; None leaves the wish
    unchanged. `never` holds the numbers of entries that this one never meets, None to
    change none. Raises TOURNAMENT_CLOSED.
    """
    with transaction.atomic():
        locked = lock_open(tournament)
        entry = Entry.objects.select_related("player", "division").get(
            tournament=locked, number=number
        )
        stage = first_stage(entry.division)
        entry.family = family
        if wants_bye is not None:
            entry.bye_round = next_round(stage) if wants_bye else None
        entry.save(update_fields=["family", "bye_round"])
        if never is not None:
            _forbid(stage, entry, never)
        bump(locked)
        journal.record_act(
            act="entry_changed", by=by, subject=locked.subject, name=entry.player.name
        )
    return entry


def is_to_be_drawn(stage: Stage, coming: int) -> bool:
    """Return True if the `coming` round of a stage can be drawn, so that wishes count.

    One query, none for a bracket.
    """
    if format_named(stage.format).is_drawn_once:
        return coming == 1
    planned = rounds_planned_with(stage, entry_counts(stage))
    return not planned or coming <= planned


def takes_wishes(entry: Entry) -> bool:
    """Return True if a draw that respects wishes is to come in the entry's division."""
    stages = Stage.objects.filter(division=entry.division_id)
    stages = stages.select_related("division__tournament")
    return any(
        is_to_be_drawn(stage, next_round(stage))
        for stage in stages
        if not stage.is_branch
    )


def unmindful_stage(entry: Entry) -> Stage | None:
    """Return the entry's first stage if it ignores families but could respect them.

    None if the entry has no family, or if a stage of its division keeps families apart
    already. A format that is drawn once cannot respect them after its draw.
    """
    stage = first_stage(entry.division)
    known, coming = format_named(stage.format), next_round(stage)
    if not entry.family or "apart" not in known.options:
        return None
    if known.is_drawn_once and coming > 1:
        return None
    if _is_past(stage) and stage.chosen.apart:
        return None
    stages = Stage.objects.filter(division=entry.division_id)
    if any("family" in stage.chosen.apart for stage in stages):
        return None
    return stage


def keep_families_apart(
    *, tournament: Tournament, number: int, by: User | None
) -> Stage | None:
    """Let the entry's first stage keep families apart, from the next draw on.

    Returns the stage, None if nothing had to change. Raises TOURNAMENT_CLOSED.
    """
    with transaction.atomic():
        locked = lock_open(tournament)
        entry = Entry.objects.select_related("division__tournament").get(
            tournament=locked, number=number
        )
        stage = unmindful_stage(entry)
        if stage is None:
            return None
        options = {
            **stage.options,
            "apart": [*stage.chosen.apart, "family"],
        }
        if _is_past(stage):
            options["apart_rounds"] = 0
        Stage.objects.filter(pk=stage.pk).update(options=options)
        bump(locked)
        name = stage_label(stage)
        journal.record_act(
            act="stage_changed", by=by, subject=locked.subject, name=name
        )
    return stage


def _is_past(stage: Stage) -> bool:
    """Return True if the first rounds, in which entries are kept apart, are over."""
    last = stage.chosen.apart_rounds
    is_asked = "apart_rounds" in format_named(stage.format).options
    return is_asked and 0 < last < next_round(stage)


def never_met(entry: Entry, stage: Stage) -> list[int]:
    """Return the numbers of the entries that one never meets; `stage` is its first."""
    pairs = stage.chosen.forbidden
    return sorted(
        other
        for pair in pairs
        if entry.number in pair
        for other in pair
        if other != entry.number
    )


def _forbid(stage: Stage, entry: Entry, never: Collection[int]) -> None:
    """Store the pairs that never meet, in each the lower number first."""
    known = set(
        Entry.objects.filter(division=entry.division_id)
        .exclude(pk=entry.pk)
        .values_list("number", flat=True)
    )
    others = [list(pair) for pair in stage.chosen.forbidden if entry.number not in pair]
    own = [sorted([entry.number, other]) for other in known & set(never)]
    options = {key: value for key, value in stage.options.items() if key != "forbidden"}
    if pairs := sorted([*others, *own]):
        options["forbidden"] = pairs
    Stage.objects.filter(pk=stage.pk).update(options=options)
