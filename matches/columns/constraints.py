"""Check constraints that many models share."""

from collections.abc import Iterable

from django.db.models import CheckConstraint, Q


def one_of(model: str, field: str, values: Iterable[str]) -> CheckConstraint:
    """Allow only these values in a column, whatever writes it."""
    known = tuple(str(value) for value in values)
    return CheckConstraint(
        name=f"{model}_{field}_known", condition=Q(**{f"{field}__in": known})
    )


def side_of(model: str, field: str) -> CheckConstraint:
    """Allow only side 1 and side 2 in a column, and nothing where it may be null."""
    return CheckConstraint(
        name=f"{model}_{field}_1_or_2", condition=Q(**{f"{field}__in": (1, 2)})
    )
