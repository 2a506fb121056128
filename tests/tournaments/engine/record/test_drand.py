"""Numbers of the beacon drand: published rounds, points of RFC 9380, and forgeries."""

from datetime import UTC, datetime
from hashlib import sha256

import pytest

from tournaments.engine.record import bls12_381, drand, proof_checks
from tournaments.engine.record.drand import BeaconRound
from tournaments.engine.record.steps import OK, WRONG

SIGNATURES = {
    123: "b75c69d0b72a5d906e854e808ba7e2accb1542ac355ae486d591aa9d43765482"
    "e26cd02df835d3546d23c4b13e0dfc92",
    1000: "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125"
    "e342b73a8dd2bacbe47e4b6b63ed5e39",
    10024141: "8c87caf26bb4f5e9fdfad5ddf739ff8683344f8cf04a8c381225ff067557b5d9"
    "d51937eed765fcef21971bf5ddef44bb",
}
"""As quicknet has published them. Source: https://api.drand.sh."""
SIGNATURE = SIGNATURES[1000]
ROUND = BeaconRound(1000)
BEFORE = BeaconRound(999).time
RANDOMNESS = "fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd"
KEY = (
    "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c"
    "8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb"
    "5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"
)
TAG = b"QUUX-V01-CS02-with-BLS12381G1_XMD:SHA-256_SSWU_RO_"

KERNEL = (
    0x140D41735B10CE710727CD9356905701A2B866B803BAA468948B7F423DDCC560C9A8F1CD5F8ED4297C37464FB8BFE4A7,
)


def written(point: tuple[int, int]) -> str:
    """Return a point as 96 digits."""
    x, y = point
    larger = 0b101 if y > bls12_381.PRIME // 2 else 0b100
    return f"{(larger << 381) + x:096x}"


@pytest.mark.parametrize("number", SIGNATURES)
def test_what_was_published_is_right(number):
    assert BeaconRound(number).is_signed(SIGNATURES[number])


def test_the_published_randomness_is_the_hash_of_the_signature():
    assert sha256(bytes.fromhex(SIGNATURE)).hexdigest() == RANDOMNESS


def test_the_signature_of_another_round_is_wrong():
    assert not BeaconRound(1001).is_signed(SIGNATURE)
    assert not ROUND.is_signed(SIGNATURES[123])


def test_a_signature_is_written_in_one_way_only():
    """Otherwise who types it could choose among several seeds."""
    x, y = point = bls12_381.from_bytes(bytes.fromhex(SIGNATURE))
    assert written(point) == SIGNATURE
    others = (
        *(SIGNATURE.upper(), SIGNATURE[:-2], SIGNATURE + "00", "", "ä" * 96),
        SIGNATURE[:-1] + "8",
        written((x, bls12_381.PRIME - y)),
        f"{(0b100 << 381) + x + bls12_381.PRIME:096x}",
        f"{int(SIGNATURE, 16) % (1 << 383):096x}",
        "c" + "0" * 95,
    )
    assert not any(ROUND.is_signed(other) for other in others)


def test_a_point_beside_the_group_is_refused():
    """Added to a signature, it would pass the pairing: another seed to choose."""
    beside = None
    for x in range(1, 50):
        y = pow(x**3 + 4, (bls12_381.PRIME + 1) // 4, bls12_381.PRIME)
        if (y * y - x**3 - 4) % bls12_381.PRIME == 0:
            beside = bls12_381.times(bls12_381.ORDER, (x, y))
        if beside is not None:
            break
    assert beside is not None
    signed = bls12_381.from_bytes(bytes.fromhex(SIGNATURE))
    forged = bls12_381.plus(signed, beside)
    assert bls12_381.pairs_to_one(
        [
            (forged, drand._GENERATOR),
            (bls12_381.negative(signed), drand._GENERATOR),
        ]
    )
    assert not ROUND.is_signed(written(forged))


@pytest.mark.parametrize(
    ("message", "x"),
    [
        (
            b"",
            "052926add2207b76ca4fa57a8734416c8dc95e24501772c814278700eed6d1e4"
            "e8cf62d9c09db0fac349612b759e79a1",
        ),
        (
            b"abc",
            "03567bc5ef9c690c2ab2ecdf6a96ef1c139cc0b2f284dca0a9a7943388a49a3a"
            "ee664ba5379a7655d3c68900be2f6903",
        ),
    ],
)
def test_points_of_messages(message, x):
    """Source: RFC 9380, appendix J.9.1."""
    assert f"{bls12_381.hashed(message, TAG)[0]:096x}" == x


def is_on_twist(point: bls12_381.TwistedPoint) -> bool:
    """Return True if a point is on the curve of the second group."""
    x, y = point
    cube = bls12_381._times(x, bls12_381._times(x, x))
    prime = bls12_381.PRIME
    return bls12_381._times(y, y) == ((cube[0] + 4) % prime, (cube[1] + 4) % prime)


def test_the_public_key_is_that_of_quicknet():
    (low, high), (_, larger) = drand._KEY
    flags = 0b101 if larger > bls12_381.PRIME // 2 else 0b100
    assert f"{(flags << 381) + high:096x}{low:096x}" == KEY
    assert all(map(is_on_twist, (drand._KEY, drand._GENERATOR)))


def test_points_add_up():
    signed = bls12_381.from_bytes(bytes.fromhex(SIGNATURE))
    assert bls12_381.plus(signed, bls12_381.negative(signed)) is None
    assert bls12_381.plus(None, signed) == bls12_381.times(1, signed) == signed
    assert bls12_381.negative(None) is None
    thrice = bls12_381.plus(bls12_381.plus(signed, signed), signed)
    assert bls12_381.times(3, signed) == thrice


def test_rounds_come_every_three_seconds():
    one = BeaconRound(1).seconds
    assert drand.first_round_after(one - 99999) == BeaconRound(1)
    assert drand.first_round_after(one) == BeaconRound(2)
    assert drand.first_round_after(one + 2.9) == BeaconRound(2)
    assert drand.first_round_after(one + 3) == BeaconRound(3)
    for number in (1, 2, 1000):
        assert drand.first_round_after(BeaconRound(number).seconds - 1).number == number


def test_the_time_of_a_round_is_that_of_the_calendar():
    """Every day of ten years, leap days among them, and the ends of centuries."""
    numbers = [
        *range(1, 105_000_000, 28_800),
        10**9,
        *range(772_000_000, 813_000_000, 9_999),
    ]
    for number in numbers:
        one = BeaconRound(number)
        moment = datetime.fromtimestamp(one.seconds, UTC)
        assert one.time == moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def test_a_round_is_known_by_its_name():
    assert drand.round_of(ROUND.name) == ROUND
    names = ("Lotto", "drand quicknet", "drand quicknet 0", "drand quicknet 012", "")
    assert [drand.round_of(name) for name in names] == [None] * len(names)
    assert ROUND.address.endswith("/public/1000")


@pytest.mark.parametrize(
    "text",
    [
        SIGNATURE,
        f" {SIGNATURE.upper()}\n",
        f'{{"round":1000,"randomness":"{RANDOMNESS}","signature":"{SIGNATURE}"}}',
        f'{{\n "round": 1000,\n "signature" : "{SIGNATURE}"\n}}',
    ],
)
def test_what_is_pasted_holds_a_signature(text):
    assert drand.signature_in(text) == SIGNATURE


@pytest.mark.parametrize(
    ("made", "number", "found"),
    [
        (BEFORE, SIGNATURE, [(OK, "check.drand_same")]),
        (BEFORE, SIGNATURES[123], [(WRONG, "check.drand_other")]),
        (
            ROUND.time,
            SIGNATURE,
            [(WRONG, "check.drand_known"), (OK, "check.drand_same")],
        ),
    ],
    ids=["right", "of another round", "known before the announcement"],
)
def test_the_steps_of_a_check(made, number, found):
    told = {"public": ROUND.name, "made": made}
    steps = list(proof_checks._public(told, number))
    assert [(step.mark, step.note.message.code) for step in steps] == found


def test_zero_is_mapped_to_a_point_of_the_curve():
    """There the denominator of the map is 0."""
    x, y = bls12_381._mapped(0)
    assert (y * y - x**3 - 4) % bls12_381.PRIME == 0


@pytest.mark.parametrize("x", KERNEL)
def test_the_isogeny_sends_its_kernel_to_infinity(x):
    assert bls12_381._onto_curve(x, 1) is None
