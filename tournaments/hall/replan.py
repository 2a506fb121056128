"""Replanning while it runs: shorter matches or fewer rounds, with one undo."""

from collections.abc import Mapping
from typing import Any, Final

from django.core import signing
from django.db import transaction
from django.db.models import Max
from django.utils.translation import override

from matches.accounts.models import User
from matches.web import journal
from tournaments.hall.expected_ends import PaceChange
from tournaments.hall.pace import change_words
from tournaments.results.errors import AMENDMENT_CHANGED
from tournaments.rounds.announcements.bulletin import hall_languages
from tournaments.rounds.announcements.services import AnnouncementPlan, announce
from tournaments.rounds.models import Pairing
from tournaments.structure.locking import bump, lock_open
from tournaments.structure.models import Stage, Tournament
from tournaments.structure.queries import stage_label, stages_of
from tournaments.tables.progress import DeskView, desk_of

_SALT: Final = "replan"
Values = dict[str, Any]
"""What is changed of a stage: its match length, those of single rounds, its rounds."""


def replan(tournament: Tournament, change: PaceChange, *, by: User | None) -> str:
    """Change all rounds in which no match is open yet; return the key of the undo.

    Raises TOURNAMENT_CLOSED.
    """
    with transaction.atomic():
        locked = lock_open(tournament)
        changed = {}
        for view in desk_of(locked).views:
            before, after = _values(view.stage), _planned(view, change)
            if before != after:
                changed[view.stage.pk] = before, after
        _write(locked, {pk: after for pk, (_, after) in changed.items()}, by=by)
    return signing.dumps([(pk, *both) for pk, both in changed.items()], salt=_SALT)


def undo_replan(tournament: Tournament, key: str, *, by: User | None) -> int:
    """Undo a replan if its stages are still as it left them; return how many.

    Raises TOURNAMENT_CLOSED, AMENDMENT_CHANGED.
    """
    try:
        changed = signing.loads(key, salt=_SALT)
    except signing.BadSignature as error:
        raise AMENDMENT_CHANGED() from error
    with transaction.atomic():
        locked = lock_open(tournament)
        now = {stage.pk: stage for stage in stages_of(locked)}
        for pk, _before, after in changed:
            if pk not in now or _values(now[pk]) != after:
                raise AMENDMENT_CHANGED()
        if any(_has_begun_since(now[pk], before) for pk, before, _after in changed):
            raise AMENDMENT_CHANGED()
        _write(locked, {pk: before for pk, before, _after in changed}, by=by)
    return len(changed)


def announce_replan(
    tournament: Tournament, change: PaceChange, *, by: User | None
) -> None:
    """Announce a change on screens, pages and phones, in every language of the hall."""
    texts = {}
    for language in hall_languages(tournament):
        with override(language):
            texts[language] = change_words(change)
    places = {"screens": True, "pages": True, "phones": True}
    announce(tournament, AnnouncementPlan(texts=texts, places=places), by=by)


def _values(stage: Stage) -> Values:
    return {
        "match_length": stage.match_length,
        "lengths": list(stage.lengths),
        "rounds": stage.rounds,
    }


def _planned(view: DeskView, change: PaceChange) -> Values:
    """Return the values of a stage after a change."""
    stage, values = view.stage, _values(view.stage)
    opened = _opened(stage)
    if points := change.points_less(stage):
        known = max(len(stage.lengths), opened)
        lengths = [stage.length_of(number) for number in range(1, known + 1)]
        values["lengths"] = [
            length if number <= opened else max(length - points, 1)
            for number, length in enumerate(lengths, start=1)
        ]
        values["match_length"] = max(stage.match_length - points, 1)
    if change.rounds and view.undrawn:
        values["rounds"] = view.rounds_planned - min(change.rounds, view.undrawn)
    return values


def _opened(stage: Stage) -> int:
    """Return the number of the last round in which a match is open or played."""
    rows = Pairing.objects.live().with_match().filter(stage=stage)
    return rows.aggregate(last=Max("round_number"))["last"] or 0


def _has_begun_since(stage: Stage, before: Values) -> bool:
    """Return True if matches are open in rounds whose length would change."""
    then = Stage(**before)
    rounds = range(1, _opened(stage) + 1)
    return any(then.length_of(number) != stage.length_of(number) for number in rounds)


def _write(
    locked: Tournament, values: Mapping[int, Values], *, by: User | None
) -> None:
    for stage in stages_of(locked):
        if stage.pk in values:
            Stage.objects.filter(pk=stage.pk).update(**values[stage.pk])
            journal.record_act(
                act="stage_changed",
                by=by,
                subject=locked.subject,
                name=stage_label(stage),
            )
    if values:
        bump(locked)
