"""The facts that an act changes, as a typed list of changes, and their conflicts.

`difference` compares the facts before and after an act. `inverted` is the list that
undoes it. `pending` compares a list with the present facts: some changes are still to
be made, some are made already, and some conflict with later changes.

Pure: no database, no clock.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

Value: TypeAlias = Mapping[str, Any]
"""A fact as JSON can hold it: values by the name of the column."""
Key: TypeAlias = tuple[str, tuple[int, ...]]
"""The kind of a fact, and the numbers that identify it within its kind."""
Facts: TypeAlias = Mapping[Key, Value]


@dataclass(frozen=True, slots=True)
class Change:
    """One fact before and after an act; None where there was no such fact.

    If the fact was there before and after, both have only the columns that differ.
    """

    kind: str
    key: tuple[int, ...]
    before: Value | None
    after: Value | None

    @property
    def inverse(self) -> "Change":
        return Change(self.kind, self.key, self.after, self.before)

    @property
    def is_added(self) -> bool:
        return self.before is None

    @property
    def is_removed(self) -> bool:
        return self.after is None

    def to_json(self) -> list[object]:
        """Return the change as JSON: kind, key, before, after."""
        before = None if self.before is None else dict(self.before)
        after = None if self.after is None else dict(self.after)
        return [self.kind, list(self.key), before, after]

    @classmethod
    def from_json(cls, stored: Sequence[Any]) -> "Change":
        kind, key, before, after = stored
        return cls(kind, tuple(key), before, after)


def difference(before: Facts, after: Facts) -> tuple[Change, ...]:
    """Return the changes that lead from `before` to `after`, in the order of keys."""
    found = []
    for kind, key in sorted({*before, *after}):
        was, now = before.get((kind, key)), after.get((kind, key))
        if was == now:
            continue
        if was is not None and now is not None:
            columns = [name for name in now if was.get(name) != now[name]]
            was = {name: was.get(name) for name in columns}
            now = {name: now[name] for name in columns}
        found.append(Change(kind, key, was, now))
    return tuple(found)


def inverted(changes: Iterable[Change]) -> tuple[Change, ...]:
    return tuple(change.inverse for change in reversed(tuple(changes)))


def pending(
    changes: Iterable[Change],
    now: Facts,
    *,
    soft: Mapping[str, Collection[str]],
    whole: Collection[str] = (),
) -> tuple[tuple[Change, ...], tuple[Change, ...]]:
    """Return the changes that are still to be made, and those that later facts forbid.

    A change that is made already is left out. A column in `soft` (columns by kind)
    never conflicts: if it was changed since, it keeps its present value. The other
    columns of a kind in `whole` are one value, such as a result: they are all as
    before, or all as after, or the change conflicts.
    """
    to_make: list[Change] = []
    conflicts: list[Change] = []
    for change in changes:
        present = now.get((change.kind, change.key))
        kept = soft.get(change.kind, ())
        if change.before is not None and change.after is not None:
            sides = change.before, change.after
            left = None if present is None else _columns_left(sides, present, kept)
            made = None if left is None else Change(change.kind, change.key, *left)
            if change.kind in whole and _is_mixed(change, present or {}, kept):
                made = None
        else:
            made = _of_row(change, present, kept)
        if made is None:
            conflicts.append(change)
        elif made.before != made.after:
            to_make.append(made)
    return tuple(to_make), tuple(conflicts)


def _of_row(
    change: Change, present: Value | None, kept: Collection[str]
) -> Change | None:
    """Return what is left of adding or removing a fact, None for a conflict."""
    if _is_same(present, change.before, kept):
        return Change(change.kind, change.key, present, change.after)
    if _is_same(present, change.after, kept):
        return Change(change.kind, change.key, None, None)
    return None


def _columns_left(
    sides: tuple[Value, Value], present: Value, kept: Collection[str]
) -> tuple[Value, Value] | None:
    """Return the columns that are left to be changed, before and after.

    `sides` are the whole fact before and after the change. None for a conflict. Facts
    that were added or removed are compared as rows, by `_of_row`.
    """
    was, becomes = sides
    left = []
    for name, after in becomes.items():
        if present.get(name) == was[name]:
            left.append(name)
        elif present.get(name) != after and name not in kept:
            return None
    return {name: was[name] for name in left}, {name: becomes[name] for name in left}


def _is_mixed(change: Change, present: Value, kept: Collection[str]) -> bool:
    before, after = change.before or {}, change.after or {}
    return not any(
        all(present.get(name) == value[name] for name in value if name not in kept)
        for value in (before, after)
    )


def _is_same(one: Value | None, two: Value | None, kept: Collection[str]) -> bool:
    """Return True if two facts agree in all columns that can conflict."""
    if one is None or two is None:
        return one is two
    return all(one.get(name) == two[name] for name in two if name not in kept)
