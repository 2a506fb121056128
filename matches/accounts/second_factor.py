"""The second factor: an authenticator app or passkeys, and recovery codes on paper."""

import base64
import hashlib
import hmac
import secrets
import time
from collections.abc import Sequence
from typing import Final

import pyotp
from django.core import signing
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from matches.accounts import passkeys
from matches.accounts.models import Passkey, RecoveryCode, SecondFactor, User
from matches.club.known import read as read_club
from matches.journal import services as journal

RECOVERY_CODES: Final = 10
STEP_SECONDS: Final = 30
_OFFER_SECONDS: Final = 60 * 60
_OFFER_SALT: Final = "matches.accounts.second_factor.offer"
_PRODUCT: Final = "Crawford"
_RECOVERY_BYTES: Final = 10
_GROUP: Final = 4
_SLOW_CLOCK: Final = (0, -1, 1)
"""Half minutes by which the clock of a phone may be wrong."""


def is_on(person: User) -> bool:
    """Return True if this person needs a second factor."""
    has_one = Q(second_factor__isnull=False) | Q(passkeys__isnull=False)
    return User.objects.filter(has_one, pk=person.pk).exists()


def known_of(person: User) -> SecondFactor | None:
    """Return the authenticator app of a user, None without one."""
    return SecondFactor.objects.filter(user=person).first()


def codes_left(person: User) -> int:
    """Return how many recovery codes still work."""
    return RecoveryCode.objects.filter(user=person, used_at=None).count()


# Switching on and off ------------------------------------------------------


def new_offer(person: User) -> str:
    """Return a new secret for an app, signed, as the form sends it back."""
    return signing.dumps([person.pk, pyotp.random_base32()], salt=_OFFER_SALT)


def secret_of(person: User, offer: str) -> str:
    """Return the secret of an offer, "" if it is for another person or too old."""
    try:
        owner, secret = signing.loads(offer, salt=_OFFER_SALT, max_age=_OFFER_SECONDS)
    except (signing.BadSignature, TypeError, ValueError):
        return ""
    return str(secret) if owner == person.pk else ""


def address_of(person: User, secret: str) -> str:
    """Return the `otpauth` address for the QR code of an authenticator app."""
    issuer = read_club().name or _PRODUCT
    app = pyotp.TOTP(secret, name=person.username, issuer=issuer)
    return app.provisioning_uri()


def in_groups(code: str, between: str = " ") -> str:
    """Return a long code in groups of four characters, for typing."""
    return between.join(
        code[start : start + _GROUP] for start in range(0, len(code), _GROUP)
    )


def step_of(secret: str, typed: str) -> int | None:
    """Return the half minute to which a code belongs, None for a wrong code."""
    app, now = pyotp.TOTP(secret), int(time.time()) // STEP_SECONDS
    given = "".join(typed.split()).encode()
    for step in (now + late for late in _SLOW_CLOCK):
        # In constant time: how long a refusal takes must not tell how many digits were
        # right.
        if hmac.compare_digest(app.generate_otp(step).encode(), given):
            return step
    return None


def switch_on(person: User, *, secret: str, step: int) -> list[str] | None:
    """Require codes of this app from now on; return the recovery codes.

    Returns None if another browser switched it on meanwhile, and an empty list if the
    person has recovery codes already. `step` is the half minute of the code that proved
    the app; this code cannot be used again.
    """
    with transaction.atomic():
        # Two browsers may confirm an app at the same moment. An account has one row, so
        # the second browser finds it and must not replace its secret.
        _factor, is_new = SecondFactor.objects.get_or_create(
            user=person, defaults={"secret": secret, "last_step": step}
        )
        if not is_new:
            return None
        codes = first_codes(person)
        journal.record_act(act="second_factor_on", by=person, name=person.username)
    return codes


def first_codes(person: User) -> list[str]:
    """Return new recovery codes; an empty list if the person has some already."""
    if RecoveryCode.objects.filter(user=person).exists():
        return []
    return _new_codes(person)


def add_passkey(
    person: User, site: passkeys.Site, *, name: str, challenge: str, answer: str
) -> list[str] | None:
    """Add a passkey made by a browser; return the recovery codes.

    Returns None if the answer is invalid, an empty list if the person has codes
    already.
    """
    with transaction.atomic():
        given = {"name": name, "challenge": challenge, "answer": answer}
        if not passkeys.add(person, site, **given):
            return None
        return first_codes(person)


def remove_app(person: User) -> bool:
    """Remove the authenticator app. Return False if there was none."""
    with transaction.atomic():
        gone, _kinds = SecondFactor.objects.filter(user=person).delete()
        if gone and Passkey.objects.filter(user=person).exists():
            journal.record_act(act="app_removed", by=person, name=person.username)
        elif gone:
            _is_off(person, by=person)
    return bool(gone)


def remove_passkey(person: User, pk: int) -> str:
    """Remove a passkey; return its name, "" if it was gone.

    Without any passkey and app the second factor is off.
    """
    with transaction.atomic():
        name = passkeys.remove(person, pk)
        if name and not is_on(person):
            _is_off(person, by=person)
    return name


def switch_off(person: User, *, by: User | None = None) -> bool:
    """Switch the second factor off. Return False if it was off."""
    with transaction.atomic():
        apps, _kinds = SecondFactor.objects.filter(user=person).delete()
        keys, _kinds = Passkey.objects.filter(user=person).delete()
        if apps or keys:
            _is_off(person, by=by or person)
    return bool(apps or keys)


def _is_off(person: User, *, by: User) -> None:
    RecoveryCode.objects.filter(user=person).delete()
    journal.record_act(act="second_factor_off", by=by, name=person.username)


def renew_codes(person: User) -> list[str] | None:
    """Return new recovery codes in place of the old ones, None if it is off."""
    with transaction.atomic():
        # Two renewals at once would leave both sets of codes valid.
        User.objects.select_for_update().get(pk=person.pk)
        if not is_on(person):
            return None
        codes = _new_codes(person)
        journal.record_act(act="recovery_codes_made", by=person, name=person.username)
    return codes


def _new_codes(person: User) -> list[str]:
    codes = [
        base64.b32encode(secrets.token_bytes(_RECOVERY_BYTES)).decode()
        for _number in range(RECOVERY_CODES)
    ]
    RecoveryCode.objects.filter(user=person).delete()
    RecoveryCode.objects.bulk_create(
        RecoveryCode(user=person, code_hash=_hashed(code)) for code in codes
    )
    return [in_groups(code, "-") for code in codes]


# Signing in ----------------------------------------------------------------


def take_code(person: User, typed: str) -> bool:
    """Return True if this is a code of the person's app that was not used yet."""
    known = known_of(person)
    step = step_of(known.secret, typed) if known else None
    if step is None:
        return False
    fresh = SecondFactor.objects.filter(user=person, last_step__lt=step)
    # One statement compares and writes: a code typed twice at once works once.
    return fresh.update(last_step=step) == 1


def take_recovery_code(person: User, typed: str) -> bool:
    """Return True if this is a recovery code, which is used up then."""
    code = "".join(mark for mark in typed.upper() if mark.isalnum())
    with transaction.atomic():
        rows = RecoveryCode.objects.filter(
            user=person, code_hash=_hashed(code), used_at=None
        )
        if rows.update(used_at=timezone.now()) != 1:
            return False
        journal.record_act(act="recovery_code_used", by=person, name=person.username)
    return True


def as_text(codes: Sequence[str]) -> str:
    """Return recovery codes to be copied, one in a line."""
    return "\n".join(codes)


def _hashed(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()
