"""Forgets a person: removes the name everywhere and keeps the matches.

Results, standings, ratings and draws of others depend on the matches of this person, so
they stay, under a neutral name. The name is replaced in every column of texts and of
JSON, whatever the table, and inside stored match files. Texts that still have a part of
it, such as the given name alone, are listed for the director. The proof of a draw does
not depend on the name: records have names outside the hashed facts.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final, TypeAlias

from django.apps import apps
from django.db import models, transaction
from django.db.models import JSONField, Q, TextField, Value
from django.db.models.functions import Cast
from django.urls import reverse

from matches.accounts.models import User
from matches.documents.services import forget_made
from matches.ledger.models.facts import SheetPhoto
from matches.ledger.models.match import Match
from matches.ledger.queries import MOST_OPEN, undecided_of
from matches.player_page.merging import CHANGED_MEANWHILE, STILL_PLAYS
from matches.player_page.replacing import Replacing, strings_of
from matches.players.links import new_link
from matches.players.models import Player, tell_player_changed
from matches.players.names import sort_name
from matches.players.shown import Shown, public_name
from matches.web import journal
from matches.web.models import renew
from matches.web.shown import full_names

APPS: Final = ("matches", "tournaments")
CHUNK: Final = 500
MOST_LEFT: Final = 200
STEPS: Final = 3
Busy = Callable[[Player], list[str]]
Deleted = Callable[[Player], models.QuerySet[Any]]
Place = Callable[[Any], str]
_busy: list[Busy] = []
_deleted: list[Deleted] = []
_places: dict[type[models.Model], Place] = {
    Match: lambda match: reverse("match", args=[match.code]),
    User: lambda _user: reverse("directors"),
}
_LEFT_OUT: Final = frozenset({"matches.Player", "matches.RulesProfile", "matches.User"})
"""Tables whose texts name no players, and that of players, which is written apart."""
_WITH_FILES: Final = ("matches.MatchFile", "matches.SentFile")
_kept_columns: set[str] = set()


LeftText: TypeAlias = tuple[str, str]
"""A text with a part of the name; the URL where it can be changed, or ""."""


@dataclass(frozen=True, slots=True)
class Forgetting:
    """The effects of forgetting a person: the new name, and rows that change by kind.

    With `has_namesake` another player has the same name, and texts about that player
    change as well. `left` are texts that still have a part of the name afterwards.
    """

    new_name: str
    matches: int
    texts: int
    files: int
    photos: int
    pairs: int
    has_namesake: bool
    left: list[LeftText]


@dataclass(frozen=True, slots=True)
class _Change:
    """What is written instead into columns of a row, and texts with a part left."""

    model: type[models.Model]
    pk: object
    columns: dict[str, object]
    is_file: bool = False
    left: tuple[str, ...] = ()


def register_busy(busy: Busy) -> None:
    """Register `busy`, which returns where a player is still needed."""
    _busy.append(busy)


def register_deleted(rows_of: Deleted) -> None:
    _deleted.append(rows_of)


def register_place(model: type[models.Model], place: Place) -> None:
    """Register `place`: a page where a row, or a text that hangs on it, is found."""
    _places[model] = place


def register_kept(column: str) -> None:
    """Exclude a column such as `tournaments.Draw.record`, which proofs are made of."""
    _kept_columns.add(column)


def preview(player: Player) -> Forgetting:
    """Return what would change. Reads every row with texts once."""
    with full_names():
        changes = list(_changes(_replacing(player)))
        namesakes = Player.objects.filter(name=player.name).exclude(pk=player.pk)
        return Forgetting(
            new_name=_new_name(player),
            matches=_matches_of(player).count(),
            texts=sum(
                bool(change.columns) and not change.is_file for change in changes
            ),
            files=sum(change.is_file for change in changes),
            photos=_photos_of(player).count(),
            pairs=player.pairs.count(),
            has_namesake=namesakes.exists(),
            left=_left(changes),
        )


def forget_person(*, player: Player, known: str, by: User | None) -> list[LeftText]:
    """Replace the name of a person everywhere. It cannot be undone.

    `known` is the name on the director's page. A second call changes nothing. Returns
    the texts that still have a part of the name.

    Raises STILL_PLAYS, CHANGED_MEANWHILE.
    """
    with transaction.atomic(), full_names():
        # Read again under the lock: another director may have renamed or forgotten the
        # person since the page was shown.
        locked = Player.objects.select_for_update().get(pk=player.pk)
        new = _new_name(locked)
        if locked.name == new:
            return []
        if locked.name != known:
            raise CHANGED_MEANWHILE(name=locked.name)
        _refuse_busy(locked)
        replacing = _replacing(locked)
        # Read by `_replacing` before: the names that a merge holds are replaced as
        # well.
        locked.merges.all().delete()  # they hold other names of the person
        changes = list(_changes(replacing))
        for change in changes:
            if change.columns:
                rows = change.model._base_manager.filter(pk=change.pk)
                rows.update(**change.columns)
        _photos_of(locked).delete()
        for rows_of in _deleted:
            rows_of(locked).delete()
        forget_made()  # documents are made again from the present data
        _forget_pairs(locked, replacing)
        nonce, hashed = new_link()
        Player.objects.filter(pk=locked.pk).update(
            name=new,
            sort_name=new,
            club="",
            country="",
            rating=None,
            link_nonce=nonce,
            link_hash=hashed,
            shown_by_club=Shown.FULL,
            shown_by_player=Shown.FULL,
            public_name="",
            public_sort_name="",
        )
        tell_player_changed(locked)
        renew()  # kept pages may have any of the texts
        journal.record_act(act="player_forgotten", by=by, name=new)
        return _left(changes)


def _new_name(player: Player) -> str:
    return public_name(player.name, Shown.HIDDEN, player.key).name


def _replacing(player: Player) -> Replacing:
    names = [player.name, player.sort_name, sort_name(player.name)]
    for merge in player.merges.all():
        names += [merge.name, sort_name(merge.name)]
    others = Player.objects.filter(members__isnull=True).exclude(pk=player.pk)
    return Replacing(
        names, _new_name(player), others=others.values_list("name", flat=True)
    )


def _left(changes: Sequence[_Change]) -> list[LeftText]:
    """Return the texts with a part of the name, each once, with its page."""
    found: dict[str, LeftText] = {}
    # The log late: what it repeats is changed where it stands.
    for change in reversed(changes):
        for text in change.left:
            if text not in found and len(found) < MOST_LEFT:
                row = change.model._base_manager.filter(pk=change.pk).first()
                found[text] = (text, _place(row))
    return list(found.values())


def _place(row: models.Model | None) -> str:
    """Return the page of a row, or of what it hangs on."""
    near = [row]
    for _step in range(STEPS):
        for each in filter(None, near):
            place = _places.get(type(each))
            if place and (url := place(each)):
                return url
        near = [
            getattr(each, field.name)
            for each in filter(None, near)
            for field in each._meta.concrete_fields
            if isinstance(field, models.ForeignKey) and field.related_model is not User
        ]
    return ""


def _matches_of(player: Player) -> models.QuerySet[Match]:
    return Match.objects.filter(Q(player_1=player) | Q(player_2=player))


def _photos_of(player: Player) -> models.QuerySet[SheetPhoto]:
    return SheetPhoto.objects.filter(match__in=_matches_of(player).values("pk"))


def _refuse_busy(player: Player) -> None:
    where = [
        f"{match.player_1} – {match.player_2}"
        for match in undecided_of(player)[:MOST_OPEN]
    ]
    for busy in _busy:
        where += busy(player)
    if where:
        raise STILL_PLAYS(name=player.name, where=", ".join(dict.fromkeys(where)))


def _forget_pairs(player: Player, replacing: Replacing) -> None:
    for pair in player.pairs.order_by("pk"):
        names = {
            name: replacing.in_text(getattr(pair, name))
            for name in ("name", "sort_name", "public_name", "public_sort_name")
        }
        Player.objects.filter(pk=pair.pk).update(**names)
        tell_player_changed(pair)


def _changes(replacing: Replacing) -> Iterator[_Change]:
    for app in APPS:
        for model in apps.get_app_config(app).get_models():
            if model._meta.label not in _LEFT_OUT:
                yield from _texts(model, replacing)
    for pk, name in User.objects.values_list("pk", "username"):
        if replacing.is_left_in(name):  # it is changed by its owner
            yield _Change(User, pk, {}, left=(name,))
    yield from _files(replacing)


def _texts(model: type[models.Model], replacing: Replacing) -> Iterator[_Change]:
    """Yield the rows of a table whose texts name the person."""
    fields = [
        field
        for field in model._meta.concrete_fields
        if f"{model._meta.label}.{field.name}" not in _kept_columns
    ]
    plain = [
        field.attname
        for field in fields
        if isinstance(field, models.CharField | models.TextField) and not field.choices
    ]
    fixed = {field.attname for field in fields if isinstance(field, models.SlugField)}
    stored = [field.attname for field in fields if isinstance(field, JSONField)]
    if not (plain or stored):
        return
    # JSON as it stands in the column: read through its field, a schema version of an
    # old row could be refused, and the person would not be forgotten.
    as_text = {f"text_{name}": Cast(name, TextField()) for name in stored}
    rows = model._base_manager.annotate(**as_text)
    # In chunks: this walks through every row of every table with texts.
    for pk, *values in rows.values_list("pk", *plain, *as_text).iterator(CHUNK):
        columns: dict[str, object] = {}
        after: list[str] = []
        for name, value in zip(plain, values, strict=False):
            new = replacing.in_text(value) if value and name not in fixed else value
            after.append(new or "")
            if new != value:
                columns[name] = new
        for name, text in zip(stored, values[len(plain) :], strict=True):
            old = json.loads(text) if text else None
            changed = replacing.in_json(old)
            after += strings_of(changed)
            if changed != old:
                columns[name] = Value(changed, output_field=JSONField())
        left = tuple(filter(replacing.is_left_in, after))
        if columns or left:
            yield _Change(model, pk, columns, left=left)


def _files(replacing: Replacing) -> Iterator[_Change]:
    """Yield the stored match files that name the person."""
    for label in _WITH_FILES:
        model = apps.get_model(label)
        columns_there = {field.name for field in model._meta.concrete_fields}
        names = ["content", *({"digest"} & columns_there)]
        rows = model._base_manager.values_list("pk", *names)
        for pk, content, *digest in rows.iterator(CHUNK):
            old = bytes(content)
            new = replacing.in_bytes(old)
            if new == old:
                continue
            columns: dict[str, object] = {"content": new}
            # The digest tells the same file sent twice. One that is not that of the
            # bytes means something else and is left alone.
            if digest == [sha256(old).hexdigest()]:
                columns["digest"] = sha256(new).hexdigest()
            yield _Change(model, pk, columns, is_file=True)
