"""Acts of directors on rating lists: each is one transaction and one journal line."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import date
from hashlib import sha256
from http import HTTPStatus
from typing import TypeAlias

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.text import slugify

from matches.accounts.models import User
from matches.players.models import Player
from matches.players.services import NewPlayer, create_players
from matches.ratings.models import GivenRating, RatingImport, RatingList
from matches.rules.ratings import FIBS, LONGEST, POINT
from matches.rules.refusals import Refusal
from matches.web import form_keys, journal
from matches.web.models import renew

LIST_CHANGED = Refusal(
    "ratings.list_changed",
    "Something has changed since you opened this page, so nothing was done. "
    "Check it again.",
    status=HTTPStatus.CONFLICT,
)
LENGTHS_CROSSED = Refusal(
    "ratings.lengths_crossed", "The shortest match length is longer than the longest."
)
NO_MATCHES_LEFT = Refusal(
    "ratings.no_matches_left", "Choose tournament matches, club matches, or both."
)
NOTHING_TO_IMPORT = Refusal(
    "ratings.nothing_to_import",
    "No line has a name and a rating. Enter one player per line: Name; Club; Rating.",
)
SAME_PERSON_TWICE = Refusal(
    "ratings.same_person_twice",
    "Two lines refer to the same person. Choose someone else for one of them, or skip "
    "it.",
)

_RESERVED = frozenset({"new"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ListRules:
    """A director's decisions about a list; the fields are columns of `RatingList`."""

    name: str
    formula: str = FIBS.code
    version: int = FIBS.version
    start: int = FIBS.start * POINT
    own: bool = False
    provisional: int = 0
    active_months: int = 12
    from_day: date | None = None
    least_length: int = 1
    most_length: int = LONGEST
    takes_tournaments: bool = True
    takes_club: bool = True
    takes_retired: bool = True
    takes_penalties: bool = False
    takes_walkovers: bool = False
    members_only: bool = False
    is_public: bool = True

    @property
    def digest(self) -> str:
        """A short text that identifies these rules, for forms."""
        return sha256(repr(self).encode()).hexdigest()[:16]

    def check(self) -> None:
        """Raise LENGTHS_CROSSED, NO_MATCHES_LEFT."""
        if self.least_length > self.most_length:
            raise LENGTHS_CROSSED()
        if not (self.takes_tournaments or self.takes_club):
            raise NO_MATCHES_LEFT()

    def applied_to(self, of: RatingList) -> RatingList:
        """Set the columns of a row to these rules and return it; nothing is stored."""
        for field in fields(self):
            setattr(of, field.name, getattr(self, field.name))
        return of


Gifts: TypeAlias = Sequence[tuple[Player | NewPlayer, int]]
"""Ratings of people of the directory or of new ones, in 1/10,000 point."""


def list_rules(of: RatingList) -> ListRules:
    return ListRules(
        **{field.name: getattr(of, field.name) for field in fields(ListRules)}
    )


def make_list(*, rules: ListRules, by: User | None, op: str = "") -> RatingList:
    """Make a rating list; a repeat with the same `op` returns the one that was made.

    Raises LENGTHS_CROSSED, NO_MATCHES_LEFT, OTHER_ACT.
    """
    rules.check()

    def make() -> RatingList:
        of = rules.applied_to(RatingList(key=_free_key(rules.name), created_by=by))
        of.save()
        renew()  # the rules of tournaments name the lists
        journal.record_act(act="rating_list_made", by=by, name=rules.name)
        return of

    if not op:
        with transaction.atomic():
            return make()
    return form_keys.made_once(op, RatingList, make)


def change_list(
    *, of: RatingList, rules: ListRules, known: str, by: User | None
) -> bool:
    """Change the rules of a list; it is then computed from the first match on.

    `known` is the digest of the rules that the form began with. Returns False if
    nothing changes.

    Raises LENGTHS_CROSSED, NO_MATCHES_LEFT, LIST_CHANGED.
    """
    rules.check()
    with transaction.atomic():
        # The rules are read again under the lock, because another director may have
        # changed them since the form was shown.
        locked = RatingList.objects.live().select_for_update().get(pk=of.pk)
        now = list_rules(locked)
        if now == rules:
            return False
        if now.digest != known:
            raise LIST_CHANGED()
        changed = {
            field.name: getattr(rules, field.name)
            for field in fields(rules)
            if getattr(rules, field.name) != getattr(now, field.name)
        }
        if changed.keys() - {"name", "is_public", "active_months", "provisional"}:
            changed["is_stale"] = True
        RatingList.objects.filter(pk=of.pk).update(
            revision=F("revision") + 1, **changed
        )
        renew()
        journal.record_act(act="rating_list_changed", by=by, name=rules.name)
    return True


def remove_list(*, of: RatingList, by: User | None) -> None:
    """Remove a list: it is hidden from everybody, and it can be restored."""
    with transaction.atomic():
        rows = RatingList.objects.live().filter(pk=of.pk)
        if rows.update(removed_at=timezone.now(), revision=F("revision") + 1):
            renew()
            journal.record_act(act="rating_list_removed", by=by, name=of.name)


def restore_list(*, of: RatingList, by: User | None) -> None:
    with transaction.atomic():
        rows = RatingList.objects.filter(pk=of.pk, removed_at__isnull=False)
        if rows.update(removed_at=None, is_stale=True, revision=F("revision") + 1):
            renew()
            journal.record_act(act="rating_list_restored", by=by, name=of.name)


def give_ratings(
    ratings: Gifts,
    *,
    of: RatingList,
    day: date,
    experience: int = 0,
    by: User | None,
    op: str = "",
) -> RatingImport:
    """Import ratings, which are valid from the beginning of a day.

    New people are added to the directory. A repeat with the same `op` returns the
    import that was made.

    Raises NOTHING_TO_IMPORT, SAME_PERSON_TWICE, OTHER_ACT.
    """
    known = [person.pk for person, _rating in ratings if isinstance(person, Player)]
    if not ratings:
        raise NOTHING_TO_IMPORT()
    if len(set(known)) < len(known):
        raise SAME_PERSON_TWICE()

    def make() -> RatingImport:
        # A computation of the list that ends meanwhile waits for this lock. Its UPDATE
        # then finds another revision (`_make_stale`), so it is not written.
        RatingList.objects.live().select_for_update().get(pk=of.pk)
        new = [one for one, _rating in ratings if isinstance(one, NewPlayer)]
        added = iter(create_players(new))
        made = RatingImport.objects.create(list=of, day=day, count=len(ratings), by=by)
        GivenRating.objects.bulk_create(
            GivenRating(
                source=made,
                list=of,
                player=next(added) if isinstance(person, NewPlayer) else person,
                day=day,
                rating=rating,
                experience=experience,
            )
            for person, rating in ratings
        )
        _make_stale(of)
        journal.record_act(
            act="ratings_imported", by=by, name=of.name, count=made.count
        )
        return made

    if not op:
        with transaction.atomic():
            return make()
    return form_keys.made_once(op, RatingImport, make)


def take_back(*, made: RatingImport, by: User | None) -> None:
    """Take an import back: its ratings do not count any more; its players stay."""
    with transaction.atomic():
        rows = RatingImport.objects.filter(pk=made.pk, taken_back_at__isnull=True)
        if rows.update(taken_back_at=timezone.now()):
            _make_stale(made.list)
            journal.record_act(
                act="ratings_taken_back", by=by, name=made.list.name, count=made.count
            )


def _make_stale(of: RatingList) -> None:
    RatingList.objects.filter(pk=of.pk).update(
        is_stale=True, revision=F("revision") + 1
    )


def compute_all_anew() -> None:
    """Mark every list for a complete computation, because players were merged."""
    RatingList.objects.update(is_stale=True, revision=F("revision") + 1)


def _free_key(name: str) -> str:
    stem = slugify(name, allow_unicode=True)[:40].strip("-") or "list"
    taken = set(
        RatingList.objects.filter(key__startswith=stem).values_list("key", flat=True)
    )
    taken |= _RESERVED
    number = 1
    key = stem
    while key in taken:
        number += 1
        key = f"{stem}-{number}"
    return key
