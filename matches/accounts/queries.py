"""Queries for directors."""

from django.db.models import QuerySet

from matches.accounts.models import User


def directors() -> QuerySet[User]:
    """Return the accounts of all directors."""
    return User.objects.exclude(role="").order_by("username")
