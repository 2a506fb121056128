"""Writes changes into the rows of a tournament, one kind of fact after the other.

The callers have locked the tournament and its matches, and have left only changes that
do not conflict with the present facts.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from django.db.models import Q

from matches.ledger.changes import Change, Value
from matches.ledger.club_matches import cancel_matches
from matches.ledger.models.match import Match
from matches.players.models import Player, tell_player_changed
from tournaments.results.amendments.facts import CALL, ENTRY, MOMENTS, PLAYER, moment
from tournaments.results.amendments.set_aside import discard_open_draws, set_aside
from tournaments.results.errors import AMENDMENT_CHANGED, ENTRY_HAS_PLAYED
from tournaments.rounds.models import OPEN_STATES, Draw, Pairing, Round
from tournaments.structure.models import Entry, Stage, Tournament
from tournaments.structure.queries import in_drawn_stages
from tournaments.tables.people import AT_A_TABLE, is_free, refuse_taken

READY: Final = Match.State.READY
_PLACE: Final = ("draw_id", "leg", "position", "slot", "entry_1_id", "entry_2_id")


def write_people(changes: Sequence[Change]) -> None:
    """Insert the players that an act had created again, members before their pair.

    Those that the act had changed in the directory are changed.
    """
    people = [change for change in changes if change.kind == "player"]
    for change in people:
        if not (change.is_added or change.is_removed):
            player = Player.objects.get(pk=change.key[0])
            Player.objects.filter(pk=player.pk).update(**(change.after or {}))
            tell_player_changed(player)
    added = [
        (change.key[0], change.after)
        for change in people
        if change.is_added and change.after is not None
    ]
    for pk, columns in sorted(added, key=lambda row: len(row[1]["members"])):
        values = {name: columns[name] for name in PLAYER}
        Player.objects.create(pk=pk, **values).members.set(columns["members"])


def remove_people(changes: Sequence[Change]) -> None:
    """Delete the players that an act had created, if no other row refers to them."""
    gone = [
        change.key[0]
        for change in changes
        if change.kind == "player" and change.is_removed
    ]
    # Pairs before their members, which belong to them until then.
    for _ in range(2 if gone else 0):
        Player.objects.filter(
            pk__in=gone,
            entries__isnull=True,
            pairs__isnull=True,
            matches_as_1__isnull=True,
            matches_as_2__isnull=True,
        ).delete()


def write_entries(changes: Sequence[Change], locked: Tournament) -> None:
    """Remove, add and change entries. Raises ENTRY_HAS_PLAYED."""
    # In the order of entry, so that a refusal names the first of the list.
    for change in sorted(changes, key=lambda change: change.key):
        if change.kind != "entry":
            continue
        pk, columns = _row(change)
        if columns is None:
            delete_entry(Entry.objects.select_related("player").get(pk=pk))
        elif change.is_added:
            values = {name: columns[name] for name in ENTRY}
            Entry.objects.bulk_create([Entry(pk=pk, tournament=locked, **values)])
        else:
            Entry.objects.filter(pk=pk).update(**columns)


def write_rounds(changes: Sequence[Change]) -> None:
    """Publish rounds again or take them back, with their draws and drafts.

    A draw that a worker was making is not restored: its job is over, so no worker would
    ever finish it.
    """
    rounds = [change for change in changes if change.kind == "round"]
    for change in rounds:
        stage, number = change.key
        # A draft that was made meanwhile has another input.
        discard_open_draws(Stage.objects.get(pk=stage))
        if change.is_removed:
            Round.objects.filter(stage=stage, number=number).delete()
    for change in changes:
        if change.kind != "draw" or change.after is None:
            continue
        if change.after.get("state") in OPEN_STATES:
            # A stage has one open draw: that of the restored facts.
            discard_open_draws(Stage.objects.get(draws=change.key[0]))
        _write_draw(change.key[0], dict(change.after))
    for change in rounds:
        if change.after is not None:
            stage, number = change.key
            Round.objects.create(
                stage_id=stage,
                number=number,
                draw_id=change.after["draw"],
                published_at=datetime.fromisoformat(change.after["published_at"]),
            )


def write_stages(changes: Sequence[Change]) -> None:
    kinds = {"lot", "pin", "stage"}
    touched = {change.key[0] for change in changes if change.kind in kinds}
    for stage in Stage.objects.filter(pk__in=touched):
        mine = [
            change
            for change in changes
            if change.kind in kinds and change.key[0] == stage.pk
        ]
        lots: dict[str, int] = dict(stage.lots)
        pins = {(slot, side): entrant for slot, side, entrant in stage.pins}
        for change in mine:
            if change.kind == "lot":
                _set(lots, str(change.key[1]), _only(change))
            elif change.kind == "pin":
                _set(pins, change.key[1:], _only(change))
            elif change.after is not None:
                _write_stage(stage, change.after)
        stage.lots = lots
        stage.pins = [(*place, entrant) for place, entrant in pins.items()]
        stage.save(update_fields=["lots", "pins", "plan", "field", "match_numbers"])


def remove_pairings(changes: Iterable[Change], *, reason: str) -> None:
    """Set aside the pairings that an act had made, or delete them from a draft."""
    listed = list(changes)
    gone = [
        change.key[0]
        for change in listed
        if change.kind == "pairing" and change.is_removed
    ]
    if not gone:
        return
    withdrawn = {
        change.key[0]
        for change in listed
        if change.kind == "draw"
        and (change.after or {}).get("state") == Draw.State.WITHDRAWN
    }
    rows = Pairing.objects.filter(pk__in=gone)
    rows.filter(draw__state=Draw.State.DRAFT).delete()
    # The pairings of a round that is taken back stay in its draw.
    of_rounds = rows.filter(draw__in=withdrawn).with_match()
    cancel_matches(list(of_rounds.values_list("match_id", flat=True)))
    rest = rows.exclude(draw__in=withdrawn)
    set_aside(list(rest.values_list("pk", flat=True)), reason=reason)


def restore_pairings(changes: Iterable[Change], locked: Tournament) -> None:
    """Restore pairings at their positions, with their former matches.

    A match that waits to be played keeps its table only if the table and its players
    are free. Raises AMENDMENT_CHANGED: another pairing has the position or a player.
    """
    restored = [
        (change, change.after)
        for change in changes
        if change.kind == "pairing" and change.after is not None
    ]
    _refuse_taken_places([change for change, _value in restored])
    _free_numbers([change for change, _value in restored], locked)
    for change, value in restored:
        pk, columns = change.key[0], _columns(value)
        if not change.is_added:
            _change_pairing(pk, columns)
            continue
        state = columns.pop("state")
        rows = Pairing.objects.filter(pk=pk)
        # A pairing that was deleted with its draft gets its former key back: later
        # amendments name it by that key.
        if rows.exists():
            rows.update(**columns)
        else:
            Pairing.objects.bulk_create([Pairing(pk=pk, tournament=locked, **columns)])
        if columns["match_id"] is None:
            continue
        Match.objects.filter(pk=columns["match_id"]).restore(state)
        # Another match may have been called to this table since, or one of the players
        # to another table.
        is_waiting = state == READY and columns["called_at"] is not None
        if is_waiting and not is_free(rows.select_related("match", "tournament").get()):
            rows.update(table=None, called_at=None, playing_at=None)


def _refuse_taken_places(restored: Sequence[Change]) -> None:
    """Refuse to restore pairings whose place another pairing of the draw has.

    Two acts may have had the same effect, each after the other was undone: only one of
    them can be redone. Raises AMENDMENT_CHANGED.
    """
    back = [
        change.after
        for change in restored
        if change.is_added and change.after is not None
    ]
    others = Pairing.objects.filter(draw__in={row["draw_id"] for row in back}).exclude(
        pk__in=[change.key[0] for change in restored]
    )
    taken = {place for row in others.values(*_PLACE) for place in _places(row)}
    if any(place in taken for row in back for place in _places(row)):
        raise AMENDMENT_CHANGED()


def _places(row: Mapping[str, object]) -> Iterator[tuple[object, ...]]:
    """Yield the unique values of a pairing: its position, in a round its players."""
    draw, leg = row["draw_id"], row["leg"]
    yield draw, leg, "position", row["position"]
    if row["slot"] is None:
        for entry in (row["entry_1_id"], row["entry_2_id"]):
            if entry is not None:
                yield draw, leg, "entry", entry


def _free_numbers(restored: Iterable[Change], locked: Tournament) -> None:
    """Remove the returning match numbers from the set-aside pairings that have them.

    A match number moves to the match that takes its place, and back.
    """
    numbers = {
        change.after["match_number"]
        for change in restored
        if change.is_added and change.after is not None
    } - {None}
    aside = Pairing.objects.unpublished().filter(tournament=locked)
    aside.filter(match_number__in=numbers).update(match_number=None)


def _change_pairing(pk: int, columns: dict[str, Any]) -> None:
    rows = found = Pairing.objects.filter(pk=pk)
    columns.pop("state", None)
    if set(columns) <= CALL:
        # A call is taken back only while no match is played at the table.
        is_move = columns.get("called_at", columns.get("table")) is not None
        states = AT_A_TABLE if is_move else (READY,)
        found = rows.filter(Q(match__isnull=True) | Q(match__state__in=states))
    if columns:
        found.update(**columns)
    if set(columns) == {"table"} and columns["table"] is not None:
        refuse_taken(rows.select_related("tournament").get(), columns["table"])


def _write_draw(pk: int, columns: dict[str, Any]) -> None:
    rows = Draw.objects.filter(pk=pk)
    state = columns.pop("state", None)
    if "notes" in columns or "swaps" in columns:
        draw = rows.get()
        draw.record["notes"] = columns.pop("notes", draw.record.get("notes", []))
        if "swaps" in columns:
            rows_of_swaps = columns.pop("swaps")
            draw.swaps = [(one, two) for one, two, _reason in rows_of_swaps]
            draw.record["swap_reasons"] = [reason for *_two, reason in rows_of_swaps]
            if not draw.swaps:
                del draw.record["swap_reasons"]
        draw.save(update_fields=["swaps", "record"])
    if columns:
        rows.update(**columns)
    if state not in {None, Draw.State.DRAWING}:
        rows.move(state)


def _write_stage(stage: Stage, columns: Mapping[str, Any]) -> None:
    if "field" in columns:
        stage.field = columns["field"]
    if "match_numbers" in columns:
        stage.match_numbers = columns["match_numbers"]
    if "plan" in columns:
        stage.plan = None
        if columns["plan"]:
            draw = Draw.objects.get(stage=stage, round__number=1)
            stage.plan = draw.record["plan"]


def _row(change: Change) -> tuple[int, dict[str, Any] | None]:
    return change.key[0], None if change.after is None else _columns(change.after)


def _columns(value: Value) -> dict[str, Any]:
    return {
        name: moment(told) if name in MOMENTS else told for name, told in value.items()
    }


def _set(known: dict[Any, Any], key: Any, value: Any) -> None:
    known.pop(key, None)
    if value is not None:
        known[key] = value[0]


def _only(change: Change) -> tuple[object] | None:
    """Return the single column of a fact, None where the fact is removed."""
    if change.after is None:
        return None
    (value,) = change.after.values()
    return (value,)


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
