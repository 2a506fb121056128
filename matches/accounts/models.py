"""Accounts, their second factor, roles for tournaments, invitations to take one."""

from datetime import datetime, timedelta
from importlib import import_module
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.models import AbstractUser, UserManager
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.accounts.roles import Role
from matches.accounts.usernames import looks_of


class Users(UserManager["User"]):
    """Accounts; names are compared without regard to case."""

    use_in_migrations = False

    def named(self, username: str) -> "User | None":
        """Return the account of this name, None if there is none. Two queries."""
        # Compared in Python, because SQLite folds the case of A to Z only. A club has
        # few accounts.
        wanted = username.casefold()
        for key, known in self.values_list("pk", "username"):
            if known.casefold() == wanted:
                return self.filter(pk=key).first()
        return None

    def looking_like(self, username: str) -> "User | None":
        """Return the account whose name looks like this one, None if there is none.

        Two names look alike if people confuse them on a page: see `usernames`.
        """
        wanted = looks_of(username)
        for key, known in self.values_list("pk", "username"):
            if looks_of(known) == wanted:
                return self.filter(pk=key).first()
        return None

    def get_by_natural_key(self, username: str | None) -> "User":
        """Return the account with this sign-in name. Raises User.DoesNotExist."""
        account = self.named(str(User.normalize_username(username or "")))
        if account is None:
            raise User.DoesNotExist
        return account


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
    """Roles for single tournaments."""

    def running(self, now: datetime) -> "GrantQuerySet":
        """Keep the roles that have not ended."""
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


class Session(AbstractBaseSession):
    """A browser's session, with the columns by which its owner recognises it.

    `session_key` is the hash of the key in the cookie, so the table does not allow
    anybody to sign in. `clubsite.sessions` fills the columns from the data of the
    session.
    """

    user = models.ForeignKey(
        User, on_delete=models.CASCADE, null=True, related_name="sessions"
    )
    agent = models.CharField(max_length=40, blank=True)
    address = models.CharField(max_length=64, blank=True)
    began_at = models.DateTimeField(null=True)
    seen_at = models.DateTimeField(null=True)

    @classmethod
    def get_session_store_class(cls) -> type[SessionBase]:
        """Return the class that reads and writes sessions."""
        store: type[SessionBase] = import_module(settings.SESSION_ENGINE).SessionStore
        return store


class SecondFactor(models.Model):
    """An authenticator app: signing in asks for its code after the password.

    `secret` is the secret from which the app computes its codes; it is needed to check
    one. `last_step` is the number of the half minute of the last code that was
    accepted, so that no code works twice.
    """

    user = models.OneToOneField(
        User, on_delete=models.CASCADE, related_name="second_factor"
    )
    secret = models.CharField(max_length=64)
    since = models.DateTimeField(default=timezone.now)
    last_step = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return f"second factor of {self.user}"


class Passkey(models.Model):
    """A key of a phone, a computer or a USB stick, asked for after the password.

    `credential` is its id for browsers and `public_key` verifies its signatures, both
    in base64. It works only at the host `host`. `sign_count` is its number of
    signatures, 0 if it does not count them.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="passkeys")
    host = models.CharField(max_length=253)
    name = models.CharField(max_length=60)
    credential = models.CharField(max_length=1364, unique=True)
    public_key = models.TextField()
    sign_count = models.BigIntegerField(default=0)
    added_at = models.DateTimeField(default=timezone.now)
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.name


class RecoveryCode(models.Model):
    """A one-time code on paper for use without app and passkey. Its hash is stored."""

    user = models.ForeignKey(
        User, on_delete=models.CASCADE, related_name="recovery_codes"
    )
    code_hash = models.CharField(max_length=64)
    used_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["user", "code_hash"], name="one_recovery_code"
            )
        ]

    def __str__(self) -> str:
        return f"recovery code {self.pk}"


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
    def is_passwordless(self) -> bool:
        """Whether its user needs no password: the role lasts only some hours."""
        return self.role == Role.RESULTS
