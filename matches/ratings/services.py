"""Acts of directors on rating lists: each is one transaction and one journal line."""

from dataclasses import dataclass, fields
from datetime import date
from hashlib import sha256

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.text import slugify

from matches.accounts.models import User
from matches.form_keys import services as form_keys
from matches.journal import services as journal
from matches.ratings.errors import LENGTHS_CROSSED, LIST_CHANGED, NO_MATCHES_LEFT
from matches.ratings.models import RatingList
from matches.rules.ratings import FIBS, LONGEST, POINT

_RESERVED = frozenset({"new"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ListRules:
    """What a director decides about a list; the fields are columns of `RatingList`."""

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
        for one in fields(self):
            setattr(of, one.name, getattr(self, one.name))
        return of


def rules_of(of: RatingList) -> ListRules:
    """Return the rules of a list."""
    return ListRules(**{one.name: getattr(of, one.name) for one in fields(ListRules)})


def make_list(*, rules: ListRules, by: User | None, op: str = "") -> RatingList:
    """Make a rating list; a repeat with the same `op` returns the one that was made.

    Raises LENGTHS_CROSSED, NO_MATCHES_LEFT, OTHER_ACT.
    """
    rules.check()

    def make() -> RatingList:
        of = rules.applied_to(RatingList(key=_free_key(rules.name), created_by=by))
        of.save()
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
        held = RatingList.objects.live().select_for_update().get(pk=of.pk)
        now = rules_of(held)
        if now == rules:
            return False
        if now.digest != known:
            raise LIST_CHANGED()
        changed = {
            one.name: getattr(rules, one.name)
            for one in fields(rules)
            if getattr(rules, one.name) != getattr(now, one.name)
        }
        if changed.keys() - {"name", "is_public", "active_months", "provisional"}:
            changed["is_stale"] = True
        RatingList.objects.filter(pk=of.pk).update(
            revision=F("revision") + 1, **changed
        )
        journal.record_act(act="rating_list_changed", by=by, name=rules.name)
    return True


def remove_list(*, of: RatingList, by: User | None) -> None:
    """Remove a list: nobody sees it any more, and it can be put back."""
    with transaction.atomic():
        rows = RatingList.objects.live().filter(pk=of.pk)
        if rows.update(removed_at=timezone.now(), revision=F("revision") + 1):
            journal.record_act(act="rating_list_removed", by=by, name=of.name)


def restore_list(*, of: RatingList, by: User | None) -> None:
    """Put a list back that was removed; it is computed anew."""
    with transaction.atomic():
        rows = RatingList.objects.filter(pk=of.pk, removed_at__isnull=False)
        if rows.update(removed_at=None, is_stale=True, revision=F("revision") + 1):
            journal.record_act(act="rating_list_restored", by=by, name=of.name)


def _free_key(name: str) -> str:
    """Return an address for a list that no other has."""
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
