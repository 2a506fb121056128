"""Merges two entries of one person in the directory, and undoes a merge.

Every row in any table that refers to the removed entry refers to the kept one
afterwards. The merge stores which rows moved, so that exactly these can be moved back;
later rows stay with the kept entry. Texts, such as lines of the log, are not changed.
"""

import hashlib
import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from http import HTTPStatus
from typing import Any, Final

from django.core import serializers
from django.db import models, transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from matches.accounts.models import User
from matches.ledger.models.facts import SheetPhoto
from matches.ledger.models.match import Match
from matches.players.models import Player, PlayerMerge
from matches.players.names import fold, spelled_alike
from matches.players.services import show_anew
from matches.players.shown import Shown, strictest
from matches.ratings.models import GivenRating, ListedPlayer
from matches.ratings.services import compute_all_anew
from matches.rules.refusals import Refusal
from matches.web import journal
from matches.web.models import renew
from matches.web.shown import full_names

STILL_PLAYS = Refusal(
    "person.still_plays",
    "%(name)s is still playing: %(where)s. Finish or cancel that first so that nothing "
    "others need is lost.",
)
CHANGED_MEANWHILE = Refusal(
    "person.changed_meanwhile",
    "Something has changed since you opened this page, so nothing was done. "
    "Check it again.",
)
SAME_ENTRY = Refusal(
    "merge.same_entry", "This is the same player. Choose the other one."
)
PAIRS_STAY = Refusal(
    "merge.pairs_stay",
    "%(name)s is a doubles pair. Merge the players instead; their pairs follow.",
)
ARE_TWO = Refusal(
    "merge.are_two", "%(name)s and %(other)s cannot be the same person: %(where)s."
)
NOT_THE_NEWEST = Refusal(
    "merge.not_the_newest",
    "%(name)s has been merged again since. Undo the latest merge first.",
    status=HTTPStatus.CONFLICT,
)


BothAt = Callable[[Player, Player], list[str]]
_both_at: list[BothAt] = []
_COMPUTED: Final = frozenset({ListedPlayer})
"""Computed tables: rows of the removed entry are deleted and computed again."""
_ONE_EACH: Final[dict[type[models.Model], str]] = {GivenRating: "source_id"}
"""Tables in which a player has one row for each value of a column."""
_TAKEN_OVER: Final = ("club", "country", "rating")
"""Columns that the kept entry takes over where it has no value."""
_COLUMNS: Final = (
    *("id", "key", "link_nonce", "link_hash", "name", "sort_name"),
    *("public_name", "public_sort_name"),
    *("shown_by_club", "shown_by_player", "is_minor", "club", "country", "rating"),
    "created_at",
)


@dataclass(frozen=True, slots=True)
class MergePreview:
    """The effects of a merge: moved rows by table, and the changes of the kept entry.

    `where` are the reasons why the two cannot be one person. `seen` is the digest of
    all values, which the form sends back.
    """

    rows: Mapping[str, int]
    photos: int
    taken_over: Mapping[str, str]
    shown: str
    where: list[str]

    @property
    def seen(self) -> str:
        told = [dict(self.rows), self.photos, dict(self.taken_over), self.shown]
        text = json.dumps(told, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def register_both_at(both_at: BothAt) -> None:
    """Register `both_at`, which returns where two entries were at once."""
    _both_at.append(both_at)


def register_one_each(model: type[models.Model], column: str) -> None:
    """Register a table in which a player has one row for each value of a column."""
    _ONE_EACH[model] = column


def preview_merge(*, kept: Player, gone: Player) -> MergePreview:
    """Return the effects of a merge. A few queries for each table with players."""
    with full_names():
        rows = {
            f"{model._meta.label}.{name}": count
            for model, name in _references()
            if model not in _COMPUTED
            and (count := model._base_manager.filter(**{name: gone.pk}).count())
        }
        matches = Match.objects.filter(Q(player_1=gone) | Q(player_2=gone))
        became = _became(kept, gone)
        return MergePreview(
            rows=rows,
            photos=SheetPhoto.objects.filter(match__in=matches.values("pk")).count(),
            taken_over={
                name: _in_words(became[name]) for name in _TAKEN_OVER if name in became
            },
            shown=strictest(
                (kept.shown, gone.shown), is_minor=kept.is_minor or gone.is_minor
            ).value,
            where=_conflicts(kept, gone),
        )


def merge(*, kept: Player, gone: Player, seen: str, by: User | None) -> PlayerMerge:
    """Merge `gone` into `kept`, which keeps its name, key and link.

    `seen` is the digest on the director's page. Raises SAME_ENTRY, PAIRS_STAY, ARE_TWO,
    CHANGED_MEANWHILE.
    """
    with transaction.atomic(), full_names():
        # Lock in the order of the keys: two merges of the same entries in opposite
        # directions would otherwise deadlock.
        keys = sorted((kept.pk, gone.pk))
        rows = Player.objects.select_for_update().filter(pk__in=keys).order_by("pk")
        locked = {player.pk: player for player in rows}
        if len(locked) != len(set(keys)) or kept.pk == gone.pk:
            raise SAME_ENTRY()
        kept, gone = locked[kept.pk], locked[gone.pk]
        check_people(kept, gone)
        shown = preview_merge(kept=kept, gone=gone)
        if shown.where:
            raise ARE_TWO(name=kept.name, other=gone.name, where=", ".join(shown.where))
        if shown.seen != seen:
            raise CHANGED_MEANWHILE(name=gone.name)
        became = _became(kept, gone)
        made = PlayerMerge(
            kept=kept,
            key=gone.key,
            link_hash=gone.link_hash,
            name=gone.name,
            was=_values(gone, _COLUMNS),
            kept_was=_values(kept, became),
            kept_became={name: _plain(value) for name, value in became.items()},
            by=by,
        )
        made.moved, made.aside = _move(gone, kept)
        Player.objects.filter(pk=kept.pk).update(**became)
        Player.objects.filter(pk=gone.pk).delete()
        made.save()
        show_anew(kept.pk)
        compute_all_anew()
        renew()
        journal.record_act(act="players_merged", by=by, name=kept.name, other=gone.name)
    return made


def undo_merge(*, pk: int, by: User | None) -> Player:
    """Undo a merge; return the entry that comes back.

    Raises NOT_THE_NEWEST, PlayerMerge.DoesNotExist. A second call changes nothing.
    """
    with transaction.atomic(), full_names():
        # The merge first, then the player, as every undo does: two undos of one merge
        # wait here, and the second finds that it is done.
        made = PlayerMerge.objects.select_for_update().get(pk=pk)
        kept = Player.objects.select_for_update().get(pk=made.kept_id)
        if made.undone_at is not None:
            return Player.objects.get(key=made.key)
        later = kept.merges.valid().filter(pk__gt=made.pk)
        if later.exists():
            raise NOT_THE_NEWEST(name=kept.name)
        gone = _created_again(made.was)
        _move_back(made, kept, gone)
        Player.objects.filter(pk=kept.pk).update(**_unchanged_since(made, kept))
        made.undone_at = timezone.now()
        made.save(update_fields=["undone_at"])
        for one in (kept, gone):
            show_anew(one.pk)
        compute_all_anew()
        renew()
        journal.record_act(act="merge_undone", by=by, name=kept.name, other=gone.name)
    return gone


def check_people(*players: Player) -> None:
    """Raise PAIRS_STAY for a pair in doubles."""
    for player in players:
        if player.members.exists():
            raise PAIRS_STAY(name=player.name)


def merges_of(player: Player) -> list[PlayerMerge]:
    """Return the valid merges into this player, the newest first. One query."""
    return list(player.merges.valid())


def likely_doubles() -> list[list[Player]]:
    """Return people whose names differ only in spelling, by name. Two queries."""
    with full_names():
        rows = (
            Player.objects.real().filter(members__isnull=True).values_list("pk", "name")
        )
        alike: dict[str, list[tuple[int, str]]] = defaultdict(list)
        for pk, name in rows:
            alike[fold(name)].append((pk, name))
    groups = [
        [pk for pk, name in group if _is_alike(name, group)]
        for group in alike.values()
        if len(group) > 1
    ]
    many = [group for group in groups if len(group) > 1]
    found = Player.objects.in_bulk([pk for group in many for pk in group])
    people = [[found[pk] for pk in group if pk in found] for group in many]
    return sorted(people, key=lambda group: group[0].sort_name)


def doubles_of(player: Player) -> list[Player]:
    """Return players whose name differs from that of a player only in spelling."""
    groups = (group for group in likely_doubles() if player in group)
    return [one for one in next(groups, []) if one != player]


def _is_alike(name: str, group: list[tuple[int, str]]) -> bool:
    others = [other for _pk, other in group]
    return sum(spelled_alike(name, other) for other in others) > 1


def _references() -> Iterator[tuple[type[models.Model], str]]:
    for relation in Player._meta.get_fields(include_hidden=True):
        if isinstance(relation, models.ForeignObjectRel) and not relation.many_to_many:
            yield relation.related_model, relation.field.name


def _conflicts(kept: Player, gone: Player) -> list[str]:
    """Return the places where both were at once."""
    met = Match.objects.filter(
        Q(player_1=kept, player_2=gone) | Q(player_1=gone, player_2=kept)
    )
    where = [match.code for match in met[:3]]
    where += [pair.name for pair in kept.pairs.filter(members=gone)]
    for both_at in _both_at:
        where += both_at(kept, gone)
    return where


def _became(kept: Player, gone: Player) -> dict[str, object]:
    became: dict[str, object] = {
        name: getattr(gone, name)
        for name in _TAKEN_OVER
        if getattr(kept, name) in {"", None} and getattr(gone, name) not in {"", None}
    }
    for name in ("shown_by_club", "shown_by_player"):
        both = strictest((getattr(kept, name), getattr(gone, name)))
        if both != Shown(getattr(kept, name)):
            became[name] = both.value
    if gone.is_minor and not kept.is_minor:
        became["is_minor"] = True
    return became


def _move(gone: Player, kept: Player) -> tuple[dict[str, object], dict[str, object]]:
    """Move all rows of one entry to the other; return these and the rows set aside."""
    moved: dict[str, object] = {}
    aside: list[object] = []
    for model, name in list(_references()):
        rows = model._base_manager.filter(**{name: gone.pk})
        if model in _COMPUTED:
            rows.delete()
            continue
        if one_each := _ONE_EACH.get(model):
            taken = model._base_manager.filter(**{name: kept.pk}).values(one_each)
            twice = rows.filter(**{f"{one_each}__in": taken})
            aside += json.loads(serializers.serialize("json", twice))
            twice.delete()
        keys = list(rows.order_by("pk").values_list("pk", flat=True))
        if keys:
            moved[f"{model._meta.label}.{name}"] = keys
            _refer(model, name, keys, player=kept)
    return moved, {"rows": aside} if aside else {}


def _move_back(made: PlayerMerge, kept: Player, gone: Player) -> None:
    """Move the rows back that were moved and still refer to `kept`."""
    for model, name in list(_references()):
        keys = made.moved.get(f"{model._meta.label}.{name}", [])
        there = model._base_manager.filter(pk__in=keys, **{name: kept.pk})
        _refer(model, name, list(there.values_list("pk", flat=True)), player=gone)
    for row in serializers.deserialize("json", json.dumps(made.aside.get("rows", []))):
        row.save()


def _refer(
    model: type[models.Model], name: str, keys: list[object], *, player: Player
) -> None:
    columns: dict[str, object] = {name: player.pk}
    if model is Match:
        columns["revision"] = F("revision") + 1  # open pages show the former name
    model._base_manager.filter(pk__in=keys).update(**columns)


def _values(player: Player, names: Iterable[str]) -> dict[str, object]:
    return {name: _plain(getattr(player, name)) for name in names}


def _in_words(value: object) -> str:
    return f"{value.normalize():f}" if isinstance(value, Decimal) else str(value)


def _plain(value: object) -> object:
    if isinstance(value, str | bool | int | None):
        return value
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


def _created_again(was: Mapping[str, Any]) -> Player:
    """Insert the row of a removed entry again."""
    values = dict(was)
    if values["rating"] is not None:
        values["rating"] = Decimal(values["rating"])
    values["created_at"] = parse_datetime(values["created_at"])
    return Player.objects.create(**values)


def _unchanged_since(made: PlayerMerge, kept: Player) -> dict[str, object]:
    """Return the former values of columns that only the merge has changed."""
    now = _values(kept, made.kept_became)
    return {
        name: made.kept_was[name]
        for name, value in made.kept_became.items()
        if now[name] == value
    }
