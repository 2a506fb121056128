"""A security key and an authenticator app in Python, with right answers."""

import base64
import hashlib
import hmac
import json
import secrets
import struct
from dataclasses import dataclass, field

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData

PRESENT = AuthenticatorData.FLAG.UP
HERE = "https://testserver"


STEP = 30
"""Seconds for which an app shows a code."""


def code_at(seconds, secret):
    """The code of an app, as RFC 6238 has it."""
    counter = struct.pack(">Q", seconds // STEP)
    digest = hmac.digest(base64.b32decode(secret), counter, hashlib.sha1)
    start = digest[-1] & 15
    number = int.from_bytes(digest[start : start + 4], "big") & 0x7FFFFFFF
    return f"{number % 10**6:06}"


def _new_private():
    return ec.generate_private_key(ec.SECP256R1())


@dataclass
class Key:
    """One key; `count` is how often it signed, 0 for one that does not count."""

    count: int = 0
    origin: str = HERE
    private: ec.EllipticCurvePrivateKey = field(default_factory=_new_private)
    name: bytes = field(default_factory=lambda: secrets.token_bytes(32))

    def create(self, options):
        """Make a passkey as these options ask."""
        asked = json.loads(options)
        public = ES256.from_cryptography_key(self.private.public_key())
        made = AttestedCredentialData.create(bytes(16), self.name, public)
        data = AuthenticatorData.create(
            hashlib.sha256(asked["rp"]["id"].encode()).digest(),
            PRESENT | AuthenticatorData.FLAG.AT,
            self.count,
            bytes(made),
        )
        whole = AttestationObject.create("none", data, {})
        said = self._said("create", asked["challenge"])
        return self._answer(
            clientDataJSON=websafe_encode(said),
            attestationObject=websafe_encode(bytes(whole)),
        )

    def get(self, options):
        """Sign what these options ask."""
        asked = json.loads(options)
        self.count += bool(self.count)
        data = AuthenticatorData.create(
            hashlib.sha256(asked["rpId"].encode()).digest(), PRESENT, self.count
        )
        said = self._said("get", asked["challenge"])
        signed = bytes(data) + hashlib.sha256(said).digest()
        return self._answer(
            clientDataJSON=websafe_encode(said),
            authenticatorData=websafe_encode(bytes(data)),
            signature=websafe_encode(
                self.private.sign(signed, ec.ECDSA(hashes.SHA256()))
            ),
        )

    def _said(self, what, challenge):
        said = {
            "type": f"webauthn.{what}",
            "challenge": challenge,
            "origin": self.origin,
            "crossOrigin": False,
        }
        return json.dumps(said).encode()

    def _answer(self, **response):
        name = websafe_encode(self.name)
        return {"id": name, "rawId": name, "type": "public-key", "response": response}
