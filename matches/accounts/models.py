"""Accounts, roles for tournaments, invitations to take one."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.accounts.roles import Role, meaning
from matches.accounts.usernames import looks_of


class Users(UserManager["User"]):
    """Accounts; names are compared without regard to case."""

    use_in_migrations = False

    def looking_like(self, username: str) -> "User | None":
        """Return the account whose name looks like this one, None if there is none.

        Two names look alike if people confuse them on a page: see `usernames`.
        """
        return self._with(looks_of, username)

    def get_by_natural_key(self, username: str | None) -> "User":
        """Return the account with this sign-in name. Raises User.DoesNotExist."""
        name = str(User.normalize_username(username or ""))
        account = self._with(str.casefold, name)
        if account is None:
            raise User.DoesNotExist
        return account

    def _with(self, key_of: Callable[[str], str], username: str) -> "User | None":
        # Compared in Python, because SQLite folds the case of A to Z only. A club has
        # few accounts.
        wanted = key_of(username)
        names = self.values_list("pk", "username")
        alike = [pk for pk, name in names if key_of(name) == wanted]
        # An unknown name takes the same queries as that of an account.
        return self.filter(pk=alike[0] if alike else 0).first()


class User(AbstractUser):
    """An account. Players need none; owners, directors and helpers have one.

    `role` is held for the whole club, "" by those who only help at single tournaments.
    """

    objects: ClassVar[Users] = Users()

    role = models.CharField(
        _("role"), max_length=12, choices=Role.choices, blank=True, default=""
    )

    def __str__(self) -> str:
        return self.get_full_name() or self.username


class GrantQuerySet(models.QuerySet["Grant"]):
    def running(self, now: datetime) -> "GrantQuerySet":
        return self.filter(Q(ends_at=None) | Q(ends_at__gt=now))


class Grant(models.Model):
    """A role that a user has for one tournament, perhaps until a time.

    `event` is the primary key of the tournament: `matches` does not know tournaments.
    """

    objects: ClassVar[Any] = GrantQuerySet.as_manager()

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="grants")
    event = models.BigIntegerField()
    role = models.CharField(max_length=12, choices=Role.choices)
    ends_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "event"], name="one_role_an_event")
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.role}"


class Invitation(models.Model):
    """A one-time link that gives its user a role. Only its hash is stored.

    `role` is for the whole club, or for the tournament `event`; it ends at `ends_at`.
    The link itself works until `expires_at`. `for_user`: it gives no role, but lets
    this person choose a new password. `only_first`: the link is printed at start-up and
    is invalid once an owner exists.
    """

    LIFETIME: ClassVar = timedelta(hours=1)

    token_hash = models.CharField(max_length=64, unique=True)
    role = models.CharField(max_length=12, choices=Role.choices)
    event = models.BigIntegerField(null=True)
    ends_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    created_by = models.ForeignKey(
        User, on_delete=models.CASCADE, null=True, related_name="invitations"
    )
    for_user = models.ForeignKey(
        User, on_delete=models.CASCADE, null=True, related_name="+"
    )
    only_first = models.BooleanField(default=False)
    used_at = models.DateTimeField(null=True)
    used_by = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    withdrawn_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"invitation {self.pk}"

    @property
    def meaning(self) -> str:
        return meaning(Role(self.role), of_one=self.event is not None)

    @property
    def is_passwordless(self) -> bool:
        """Whether its user needs no password: the role lasts only some hours."""
        return self.role == Role.RESULTS
