"""Setting pairings and rounds aside, and restoring them.

A pairing that is set aside is not deleted, because an undo restores it with its match.
It moves to a draw in the state WITHDRAWN, which no public page reads, and its match is
cancelled. Callers have locked the tournament.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db.models import Max
from django.utils import timezone

from matches.ledger.models.match import Match
from matches.ledger.opening import cancel_matches
from matches.rules.messages import Message
from matches.rules.text import gettext_noop
from tournaments.rounds.models import Draw, Pairing, Round
from tournaments.structure.columns import StoredRecord
from tournaments.structure.models import Entry, Stage
from tournaments.structure.saved import SavedDraft, SavedPairing, SavedRound, StoredNote


def withdraw_round(taken: Round, *, reason: str) -> None:
    """Cancel the matches of a round, delete the round, and withdraw its draw.

    Lots that this draw gave are removed from the stage; with the first round also the
    plan, the pins and the field. The caller has locked the tournament and its matches.
    """
    draw, stage = taken.draw, taken.stage
    cancel_matches(draw.pairings.with_match().values_list("match_id", flat=True))
    taken.delete()
    _discard_drafts(draw)
    Draw.objects.filter(pk=draw.pk).move(
        Draw.State.WITHDRAWN, reason=f"{draw.reason} {reason}".strip()[:200]
    )
    given, is_first = draw.record.get("lots", {}), draw.round_number == 1
    lots = {
        number: lot
        for number, lot in stage.lots.items()
        if number not in given and not is_first
    }
    Stage.objects.filter(pk=stage.pk).update(
        lots=lots,
        **({"plan": None, "pins": [], "field": None} if is_first else {}),
    )
    if stage.source_id is None:
        # Entries that were too late for this round are in time when it is drawn again.
        Entry.objects.filter(
            division=stage.division_id, joined_round__gt=draw.round_number
        ).update(joined_round=draw.round_number)


def _discard_drafts(draw: Draw) -> None:
    """Discard open draws of the stage: their input contained the withdrawn round."""
    following = Draw.objects.open().filter(stage=draw.stage)
    Pairing.objects.filter(draw__in=following).delete()
    following.move(Draw.State.DISCARDED)


CAME_LATE = Message(
    "draw.came_late",
    gettext_noop("%(entrant)s came late and meets the player who had the bye."),
)
CAME_FOR = Message(
    "draw.came_for",
    gettext_noop("%(entrant)s plays instead of a player who did not come."),
)
EXCUSED = Message("draw.excused", gettext_noop("Bye: the opponent is not here."))


def new_bye(row: Pairing, holder: Entry, notes: Sequence[StoredNote]) -> Pairing:
    """Insert a bye at the position of a pairing that was set aside."""
    return Pairing.objects.create(
        tournament_id=row.tournament_id,
        stage_id=row.stage_id,
        draw_id=row.draw_id,
        round_number=row.round_number,
        position=row.position,
        entry_1=holder,
        notes=list(notes),
    )


def set_aside(pairings: Sequence[Pairing], *, reason: str) -> list[SavedPairing]:
    """Set live pairings of one stage aside; return the facts that restore them.

    The caller has locked the tournament.
    """
    if not pairings:
        return []
    # Saved first: cancelling overwrites the states of the matches.
    saved = [_as_it_is(pairing) for pairing in pairings]
    keeper = _new_shelf(pairings[0].draw, reason=reason)
    cancel_matches(each.match_id for each in pairings if each.match_id is not None)
    Pairing.objects.filter(pk__in=[each.pk for each in pairings]).update(draw=keeper)
    return saved


def restore(saved: Iterable[SavedPairing]) -> None:
    """Move pairings back to their draw, and restore the states of their matches.

    The caller has made sure that their positions in the draw are free.
    """
    for each in saved:
        Pairing.objects.filter(pk=each["pairing"]).update(
            draw=each["draw"],
            table=each["table"],
            called_at=parsed_moment(each["called_at"]),
        )
        if each["match"] is not None and each["state"] is not None:
            revive({each["match"]: each["state"]})


def shelve_round(taken: Round, *, reason: str) -> SavedRound:
    """Take a round back although matches of it were played; return its saved facts."""
    draw, stage = taken.draw, taken.stage
    matches = dict(Match.objects.filter(pairing__draw=draw).values_list("pk", "state"))
    joined = dict(
        Entry.objects.filter(division=stage.division_id).values_list(
            "pk", "joined_round"
        )
    )
    saved: SavedRound = {
        "stage": stage.pk,
        "number": taken.number,
        "draw": draw.pk,
        "published_at": taken.published_at.isoformat(),
        "reason": draw.reason,
        "drafts": [_draft(each) for each in _open_draws(stage)],
        "matches": list(matches.items()),
        "joined": [],
        "lots": stage.lots,
        "plan": stage.plan,
        "pins": stage.pins,
        "field": stage.field,
    }
    withdraw_round(taken, reason=reason)
    # Only the differences are kept: lots and entries that the withdrawal did not touch
    # may change before an undo, and the undo must not overwrite them.
    now = Stage.objects.get(pk=stage.pk)
    saved["lots"] = {
        number: lot for number, lot in saved["lots"].items() if number not in now.lots
    }
    moved = Entry.objects.filter(pk__in=joined).values_list("pk", "joined_round")
    saved["joined"] = [(pk, joined[pk]) for pk, now_in in moved if now_in != joined[pk]]
    return saved


def bring_back_round(saved: SavedRound) -> None:
    """Publish a round again that was taken back, and restore its matches."""
    stage = Stage.objects.get(pk=saved["stage"])
    _discard_open(stage)
    draw = Draw.objects.filter(pk=saved["draw"])
    draw.move(Draw.State.PUBLISHED, reason=saved["reason"])
    Round.objects.create(
        stage=stage,
        number=saved["number"],
        draw_id=saved["draw"],
        published_at=datetime.fromisoformat(saved["published_at"]),
    )
    Stage.objects.filter(pk=stage.pk).update(
        lots={**stage.lots, **saved["lots"]},
        plan=saved["plan"],
        pins=saved["pins"],
        field=saved["field"],
    )
    for entry, joined_round in saved["joined"]:
        Entry.objects.filter(pk=entry).update(joined_round=joined_round)
    revive(dict(saved["matches"]))
    for draft in saved["drafts"]:
        _bring_back_draft(draft)


def revive(states: dict[int, str]) -> None:
    """Restore cancelled matches; `states` maps primary key to the former state."""
    for match, state in states.items():
        Match.objects.filter(pk=match).restore(state)


def _as_it_is(pairing: Pairing) -> SavedPairing:
    called = pairing.called_at
    return {
        "pairing": pairing.pk,
        "draw": pairing.draw_id,
        "table": pairing.table,
        "called_at": None if called is None else called.isoformat(),
        "match": pairing.match_id,
        "state": None if pairing.match is None else pairing.match.state,
    }


def _new_shelf(draw: Draw, *, reason: str) -> Draw:
    """Insert a withdrawn draw for pairings that are set aside.

    It has no seed: this tells it from a round that was really drawn and taken back.
    """
    last = draw.stage.draws.filter(round_number=draw.round_number).aggregate(
        last=Max("number")
    )
    return Draw.objects.create(
        stage=draw.stage,
        round_number=draw.round_number,
        number=(last["last"] or 0) + 1,
        state=Draw.State.WITHDRAWN,
        seed="",
        algorithm=draw.algorithm,
        version=draw.version,
        record=StoredRecord(state=draw.record["state"], pairs=[], lots={}, notes=[]),
        reason=reason,
        published_at=timezone.now(),
    )


def _open_draws(stage: Stage) -> list[Draw]:
    return list(Draw.objects.open().filter(stage=stage))


def _discard_open(stage: Stage) -> None:
    """Discard a draft that was made while the round was withdrawn."""
    for draw in _open_draws(stage):
        draw.pairings.all().delete()
        Draw.objects.filter(pk=draw.pk).move(Draw.State.DISCARDED)


def _draft(draw: Draw) -> SavedDraft:
    columns = ("position", "leg", "entry_1_id", "entry_2_id", "notes")
    return {
        "draw": draw.pk,
        "state": draw.state,
        "pairings": list(draw.pairings.values_list(*columns)),
    }


def _bring_back_draft(saved: SavedDraft) -> None:
    """Restore a draft or an announcement with its pairings.

    A draw that a worker was making is not restored: its job is over, so no worker would
    ever finish it.
    """
    if saved["state"] == Draw.State.DRAWING:
        return
    draw = Draw.objects.select_related("stage__division").get(pk=saved["draw"])
    Draw.objects.filter(pk=draw.pk).move(saved["state"])
    Pairing.objects.bulk_create(
        Pairing(
            tournament_id=draw.stage.division.tournament_id,
            stage=draw.stage,
            draw=draw,
            round_number=draw.round_number,
            position=position,
            leg=leg,
            entry_1_id=one,
            entry_2_id=two,
            notes=notes,
        )
        for position, leg, one, two, notes in saved["pairings"]
    )


def parsed_moment(text: str | None) -> datetime | None:
    """Return a datetime that was stored in ISO format, None for None."""
    return None if text is None else datetime.fromisoformat(text)
