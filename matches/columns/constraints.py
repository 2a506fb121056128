"""Check constraints that many models share."""

from collections.abc import Iterable

from django.db.models import CheckConstraint, Q


def one_of(model: str, field: str, values: Iterable[str]) -> CheckConstraint:
    """Return a constraint that allows only these values, also for raw SQL."""
    known = tuple(str(value) for value in values)
    return CheckConstraint(
        name=f"{model}_{field}_known", condition=Q(**{f"{field}__in": known})
    )


def side_of(model: str, field: str) -> CheckConstraint:
    """Return a constraint that allows only 1 and 2, and null in a nullable column."""
    return CheckConstraint(
        name=f"{model}_{field}_1_or_2", condition=Q(**{f"{field}__in": (1, 2)})
    )
