"""Passkeys: where they work, options for browsers, verification of the answers.

The library that verifies signatures is slow to import and large, so it is imported with
the first answer of a passkey (docs/decisions/second-factor.md).
"""

import base64
import ipaddress
import json
import logging
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from matches.accounts.models import Passkey, User
from matches.club.known import read as read_club
from matches.journal import services as journal

if TYPE_CHECKING:
    from fido2.server import Fido2Server

MOST_PASSKEYS: Final = 20
LONGEST_ANSWER: Final = 20_000
"""The most characters of a browser's answer; those of known keys are below 4,000."""
NAME_LENGTH: Final = 60
_CHALLENGE_BYTES: Final = 32
_USER_SALT: Final = "matches.accounts.passkeys.user"
_ALGORITHMS: Final = (-7, -8, -257)
"""ES256, EdDSA and RS256: every authenticator supports one of them."""
_PRODUCT: Final = "Crawford"

logger = logging.getLogger("crawford.signing_in")


@dataclass(frozen=True, slots=True)
class Site:
    """A site at which passkeys work: a passkey belongs to a host name."""

    host: str
    origin: str


def site_of(request: HttpRequest) -> Site | None:
    """Return the site of a request, None where browsers offer no passkeys.

    Browsers offer them over https or on the same machine, and only for a host name, not
    for an address such as 192.168.1.5.
    """
    host = request.get_host().lower()
    name = host.rpartition(":")[0] or host if not host.endswith("]") else host
    if _is_number(name):
        return None
    is_here = name == "localhost" or name.endswith(".localhost")
    if not request.is_secure() and not is_here:
        return None
    return Site(name, f"{request.scheme}://{host}")


def _is_number(name: str) -> bool:
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


# What the browser is asked --------------------------------------------------


def new_challenge() -> str:
    """Return a random challenge for the next answer of a passkey; it is valid once."""
    return _text(secrets.token_bytes(_CHALLENGE_BYTES))


def creation_options(person: User, site: Site, challenge: str) -> str:
    """Return the options with which a browser makes a passkey, as JSON."""
    known = Passkey.objects.filter(user=person, host=site.host)
    handle = salted_hmac(_USER_SALT, str(person.pk), algorithm="sha256").digest()
    return json.dumps(
        {
            "challenge": challenge,
            "rp": {"id": site.host, "name": read_club().name or _PRODUCT},
            "user": {
                "id": _text(handle),
                "name": person.username,
                "displayName": person.username,
            },
            "pubKeyCredParams": [
                {"type": "public-key", "alg": number} for number in _ALGORITHMS
            ],
            "excludeCredentials": _named(known),
            "authenticatorSelection": {
                "residentKey": "preferred",
                "userVerification": "preferred",
            },
            "attestation": "none",
        }
    )


def request_options(person: User, site: Site, challenge: str) -> str:
    """Return the options that ask a browser for a passkey, as JSON; "" if none fits."""
    known = list(Passkey.objects.filter(user=person, host=site.host))
    if not known:
        return ""
    return json.dumps(
        {
            "challenge": challenge,
            "rpId": site.host,
            "allowCredentials": _named(known),
            "userVerification": "preferred",
        }
    )


def _named(passkeys: Iterable[Passkey]) -> list[dict[str, str]]:
    return [{"type": "public-key", "id": passkey.credential} for passkey in passkeys]


# Adding, naming, removing ---------------------------------------------------


def passkeys_of(person: User) -> list[Passkey]:
    """Return the passkeys of a user, the oldest first."""
    return list(Passkey.objects.filter(user=person).order_by("pk"))


def hosts_of(person: User) -> list[str]:
    """Return the names of the hosts where passkeys of a user work."""
    return sorted({passkey.host for passkey in passkeys_of(person)})


def add(person: User, site: Site, *, name: str, challenge: str, answer: str) -> bool:
    """Add the passkey made by a browser. Return False if the answer is not valid.

    An answer is invalid if it comes from another site, has another challenge, or its
    passkey is known already.
    """
    made = _made_by(site, challenge, answer)
    if made is None:
        return False
    credential, key, count = made
    try:
        with transaction.atomic():
            # Two browsers may add a passkey at once: the lock makes the second count
            # the first.
            User.objects.select_for_update().get(pk=person.pk)
            if Passkey.objects.filter(user=person).count() >= MOST_PASSKEYS:
                return False
            Passkey.objects.create(
                user=person,
                host=site.host,
                name=name,
                credential=credential,
                public_key=key,
                sign_count=count,
            )
            journal.record_act(
                act="passkey_added", by=person, name=person.username, passkey=name
            )
    # The credential is known already: an authenticator makes each only once.
    except IntegrityError:
        return False
    return True


def rename(person: User, pk: int, *, name: str) -> bool:
    """Give a passkey another name. Return False if it is gone."""
    with transaction.atomic():
        if not Passkey.objects.filter(user=person, pk=pk).update(name=name):
            return False
        journal.record_act(
            act="passkey_renamed", by=person, name=person.username, passkey=name
        )
    return True


def remove(person: User, pk: int) -> str:
    """Remove a passkey. Return its name, "" if it was gone."""
    with transaction.atomic():
        found = Passkey.objects.select_for_update().filter(user=person, pk=pk).first()
        if found is None:
            return ""
        found.delete()
        journal.record_act(
            act="passkey_removed",
            by=person,
            name=person.username,
            passkey=found.name,
        )
    return found.name


# Signing in ----------------------------------------------------------------


def take(person: User, site: Site, *, challenge: str, answer: str) -> bool:
    """Return True if a passkey of this person signed the challenge, on this site.

    The counter of a key that counts its signatures must have grown; otherwise the key
    may have been copied.
    """
    signed = _signed_by(person, site, challenge=challenge, answer=answer)
    if signed is None:
        return False
    passkey, count = signed
    # Many authenticators do not count and always send 0, which is no sign of a copy.
    counts_on = Q(sign_count__lt=count) if count else Q(sign_count=0)
    fresh = Passkey.objects.filter(counts_on, pk=passkey.pk)
    # One statement compares and writes: of two sign-ins with the same answer, the
    # second matches no row.
    return fresh.update(sign_count=count, used_at=timezone.now()) == 1


def _made_by(site: Site, challenge: str, answer: str) -> tuple[str, str, int] | None:
    """Return id, public key and count of the new passkey in an answer."""
    given = _read(answer)
    if given is None or not challenge:
        return None
    try:
        data = _server(site).register_complete(_state(challenge), given)
        made = data.credential_data
        if made is None or made.public_key.ALGORITHM not in _ALGORITHMS:
            return None
        return _text(made.credential_id), _text(bytes(made)), data.counter
    except Exception as error:  # what it raises: see _say_refused
        _say_refused(error)
        return None


def _signed_by(
    person: User, site: Site, *, challenge: str, answer: str
) -> tuple[Passkey, int] | None:
    """Return the passkey that signed the challenge, and its new count."""
    given = _read(answer)
    if given is None or not challenge:
        return None
    known = {
        passkey.credential: passkey
        for passkey in Passkey.objects.filter(user=person, host=site.host)
    }
    try:
        from fido2.webauthn import (
            AttestedCredentialData,
            AuthenticationResponse,
        )

        keys = [
            AttestedCredentialData(_bytes(passkey.public_key))
            for passkey in known.values()
        ]
        found = _server(site).authenticate_complete(_state(challenge), keys, given)
        said = AuthenticationResponse.from_dict(given)
        count = said.response.authenticator_data.counter
    except Exception as error:  # what it raises: see _say_refused
        _say_refused(error)
        return None
    return known[_text(found.credential_id)], count


def _say_refused(error: Exception) -> None:
    """Log why an answer is invalid.

    A browser can send anything, and the library raises many kinds of errors for it: of
    values, types, keys, encodings and signatures.
    """
    if isinstance(error, ImportError):
        raise error
    logger.info("passkey refused: %s", type(error).__name__)


def _read(answer: str) -> Mapping[str, object] | None:
    if len(answer) > LONGEST_ANSWER:
        return None
    try:
        given = json.loads(answer)
    except (ValueError, RecursionError):
        return None
    return given if isinstance(given, dict) else None


def _server(site: Site) -> "Fido2Server":
    from fido2.server import Fido2Server
    from fido2.webauthn import PublicKeyCredentialRpEntity

    here = PublicKeyCredentialRpEntity(name=_PRODUCT, id=site.host)
    return Fido2Server(here, verify_origin=lambda origin: origin == site.origin)


def _state(challenge: str) -> dict[str, str | None]:
    return {"challenge": challenge, "user_verification": None}


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
