"""The curve BLS12-381: points of signatures, and the pairing that checks them.

A point of the first group is a pair of integers modulo `PRIME` on y² = x³ + 4, None for
the point at infinity. A point of the second group is a pair of elements a + b·u, with
u² = -1, written (a, b), on y² = x³ + 4(1 + u). Both groups have the prime order
`ORDER`. The pairing has its values among polynomials in w modulo w¹² - 2w⁶ + 2, where
u = w⁶ - 1: lists of twelve integers.

Sources: RFC 9380, for the hash of a message to a point, and its appendix E.2 for the
numbers of `ISOGENY`; the Internet-Draft "Pairing-Friendly Curves" of the CFRG
(draft-irtf-cfrg-pairing-friendly-curves), for the curve and the bytes of a point.
Everything that is computed here is public, so nothing has to take the same time always.
"""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Final

PRIME: Final = int(
    "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf"
    "6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab",
    16,
)
ORDER: Final = 0x73EDA753299D7D483339D80809A1D80553BDA402FFFE5BFEFFFFFFFF00000001
LOOP: Final = 0xD201000000010000
"""The absolute value of the number by which the curve is made."""

POINT_BYTES: Final = 48
_COMPRESSED, _INFINITY, _LARGER = 0x80, 0x40, 0x20
_HASHED_BYTES: Final = 64
"""Bytes of a hash for one integer modulo `PRIME`."""

Complex = tuple[int, int]
Point = tuple[int, int] | None
TwistedPoint = tuple[Complex, Complex]

# The curve y² = x³ + A·x + B that a hash comes to first, and Z of RFC 9380, 8.8.1.
_A: Final = int(
    "00144698a3b8e9433d693a02c96d4982b0ea985383ee66a8"
    "d8e8981aefd881ac98936f8da0e0f97f5cf428082d584c1d",
    16,
)
_B: Final = int(
    "12e2908d11688030018b12e8753eee3b2016c1f0f24f4070"
    "a0b9c14fcef35ef55a23215a316ceaa5d1cc48e98e172be0",
    16,
)
_Z: Final = 11

ISOGENY: Final = """
11a05f2b1e833340b809101dd99815856b303e88a2d7005ff2627b56cdb4e2c85610c2d5f2e62d6e
aeac1662734649b717294ed3e943ab2f0588bab22147a81c7c17e75b2f6a8417f565e33c70d1e86b
4838f2a6f318c356e834eef1b3cb83bb0d54005db97678ec1d1048c5d10a9a1bce032473295983e5
6878e501ec68e25c958c3e3d2a09729fe0179f9dac9edcb01778e7166fcc6db74e0609d307e55412
d7f5e4656a8dbf25f1b33289f1b330835336e25ce3107193c5b388641d9b68610e99726a3199f443
6642b4b3e4118e5499db995a1257fb3f086eeb65982fac18985a286f301e77c451154ce9ac8895d9
1630c3250d7313ff01d1201bf7a74ab5db3cb17dd952799b9ed3ab9097e68f90a0870d2dcae73d19
cd13c1c66f6529830d6ed6553fe44d296a3726c38ae652bfb11586264f0f8ce19008e218f9c86b2a
8da25128c1052ecaddd7f225a139ed8417b81e7701abdbe2e8743884d1117e53356de5ab275b4db1
a682c62ef0f2753339b7c8f8c8f475af9ccb5618e3f0c88e080d3cf1f9a78fc47b90b33563be990d
c43b756ce79f5574a2c596c928c5d1de4fa295f296b74e956d71986a8497e317169b1f8e1bcfa7c4
2e0c37515d138f22dd2ecb803a0c5c99676314baf4bb1b7fa3190b2edc0327797f241067be390c9e
10321da079ce07e272d8ec09d2565b0dfa7dccdde6787f96d50af36003b14866f69b771f8c285dec
ca67df3f1605fb7b06e08c248e260e70bd1e962381edee3d31d79d7e22c837bc23c0bf1bc24c6b68
c24b1b80b64d391fa9c8ba2e8ba2d22908ca8d548cff19ae18b2e62f4bd3fa6f01d5ef4ba35b48ba
9c9588617fc8ac62b558d681be343df8993cf9fa40d21b1c12561a5deb559c4348b4711298e53636
7041e8ca0cf0800c0126c2588c48bf5713daa8846cb026e9e5c8276ec82b3bff0b2962fe57a3225e
8137e629bff2991f6f89416f5a718cd1fca64e00b11aceacd6a3d0967c94fedcfcc239ba5cb83e19
03425581a58ae2fec83aafef7c40eb545b08243f16b1655154cca8abc28d6fd04976d5243eecf5c4
130de8938dc62cd813a8e162022914a80a6f1d5f43e7a07dffdfc759a12062bb8d6b44e833b306da
9bd29ba81f35781d539d395b3532a21e0e7355f8e4e667b955390f7f0506c6e9395735e9ce9cad4d
0a43bcef24b8982f7400d24bc4228f11c02df9a29f6304a50772caacf16936190f3e0c63e0596721
570f5799af53a1894e2e073062aede9cea73b3538f0de06cec2574496ee84a3a14a7ac2a9d64a8b2
30b3f5b074cf01996e7f63c21bca68a81996e1cdf9822c580fa5b9489d11e2d311f7d99bbdcc5a5e
0a10ecf6ada54f825e920b3dafc7a3cce07f8d1d7161366b74100da67f39883503826692abba4370
4776ec3a79a1d641095fc13ab9e92ad4476d6e3eb3a56680f682b4ee96f7d03776df533978f31c15
93174e4b4b7865002d6384d168ecdd0a090d97c81ba24ee0259d1f094980dcfa11ad138e48a86952
2b52af6c956543d3cd0c7aee9b3ba3c2be9845719707bb33134996a104ee5811d51036d776fb4683
1223e96c254f383d0f906343eb67ad34d6c56711962fa8bfe097e75a2e41c69600cc786baa966e66
f4a384c86a3b49942552e2d658a31ce2c344be4b91400da7d26d521628b00523b8dfe240c72de1f6
01f86376e8981c217898751ad8746757d42aa7b90eeb791c09e4a3ec03251cf9de405aba9ec61dec
a6355c77b0e5f4cb08cc03fdefe0ff135caf4fe2a21529c4195536fbe3ce50b879833fd221351adc
2ee7f8dc099040a841b6daecf2e8fedb16603fca40634b6a2211e11db8f0a6a074a7d0d4afadb7bd
76505c3d3ad5544e203f6326c95a807299b23ab13633a5f004ab0b9bcfac1bbcb2c977d027796b3c
e75bb8ca2be184cb5231413c4d634f3747a87ac2460f415ec961f8855fe9d6f20987c8d5333ab86f
de9926bd2ca6c674170a05bfe3bdd81ffd038da6c26c842642f64550fedfe935a15e4ca31870fb29
09fc4018bd96684be88c9e221e4da1bb8f3abd16679dc26c1e8b6e6a1f20cabe69d65201c78607a3
60370e577bdba5870e1bba7a1186bdb5223abde7ada14a23c42a0ca7915af6fe06985e7ed1e4d43b
9b3f7055dd4eba6f2bafaaebca731c3019713e47937cd1be0dfd0b8f1d43fb93cd2fcbcb6caf493f
d1183e416389e61031bf3a5cce3fbafce813711ad011c13218b46a908f36f6deb918c143fed2edcc
523559b8aaf0c2462e6bfe7f911f643249d9cdf41b44d606ce07c8a4d0074d8e0b182cac101b9399
d155096004f53f447aa7b12a3426b08ec02710e807b4633f06c851c1919211f20d4c04f00b971ef8
0245a394ad1eca9b72fc00ae7be315dc757b3b080d4c158013e6632d3c40659cc6cf90ad1c232a64
42d9d3f5db98013305c129645e44cf1102a159f748c4a3fc5e673d81d7e86568d9ab0f5d396a7ce4
6ba1049b6579afb7866b1e715475224b15e6be4e990f03ce4ea50b3b42df2eb5cb181d8f84965a39
57add4fa95af01b2b665027efec01c7704b456be69c8b60416112c4c3a9c98b252181140fad0eae9
601a6de578980be6eec3232b5be72e7a07f3688ef60c206d01479253b03663c11962d75c2381201e
1a0cbd6c43c348b885c84ff731c4d59ca4a10356f453e01f78a4260763529e3532f6102c2e49a03d
058df3306640da276faaae7d6e8eb15778c4855551ae7f310c35a5dd279cd2eca6757cd636f96f89
1e2538b53dbf67f216b7d288798e5395f20d23bf89edb4d1d115c5dbddbcd30e123da489e726af41
727364f2c28297ada8d26d98445f54160be0e079545f43e4b00cc912f8228ddcc6d19c9f0f69bbb0
542eda0fc9dec916a20b15dc0fd2ededda39142311a5001d08d9e5297186db2d9fb266eaac783182
b70152c65550d881c5ecd87b6f0f5a6449f38db9dfa9cce202c6477faaf9b7ac166007c08a99db2f
c3ba8734ace9824b5eecfdfa8d0cf8ef5dd365bc400a0051d5fa9c01a58b1fb93d1a1399126a775c
16a3ef08be3ea7ea03bcddfabba6ff6ee5a4375efa1f4fd7feb34fd206357132b920f5b00801dee4
60ee415a15812ed91866c8ed336c61231a1be54fd1d74cc4f9fb0ce4c6af5920abc5750c4bf39b48
52cfe2f7bb9248836b233d9d55535d4a167a55cda70a6e1cea820597d94a84903216f763e13d87bb
5308592e7ea7d4fbc7385ea3d529b35e346ef48bb8913f5504d2f259eea405bd48f010a01ad2911d
9c6dd039bb61a6290e591b36e636a5c871a5c29f4f83060400f8b49cba8f6aa80accbb67481d033f
f5852c1e48c50c477f94ff8aefce42d28c0f9a88cea7913516f968986f7ebbea9684b529e2561092
0ad6b9514c767fe3c3613144b45f1496543346d98adf02267d5ceef9a00d9b8693000763e3b90ac1
1e99b138573345cc02660400eb2e4f3b628bdd0d53cd76f2bf565b94e72927c1cb748df27942480e
420517bd8714cc80d1fadc1326ed06f70e0fa1d816ddc03e6b24255e0d7819c171c40f65e273b853
324efcd6356caa205ca2f570f13497804415473a1d634b8f
"""
"""The way from there to y² = x³ + 4, 96 digits for each number, lowest power first.

The numerator of x (12), its denominator (10, and 1), the same of y (16; 15, and 1).
"""


def from_bytes(data: bytes) -> tuple[int, int] | None:
    """Return the point of the first group that 48 bytes say; None if they say none.

    The point at infinity is refused, too, and a point of the curve that is not in the
    group: another one would pass the pairing in its place.
    """
    flags, value = data[0], int.from_bytes(data, "big") % (1 << 381)
    if len(data) != POINT_BYTES or not flags & _COMPRESSED or flags & _INFINITY:
        return None
    y = _root(value**3 + 4)
    if value >= PRIME or not _is_root(y, value**3 + 4):
        return None
    if (y > PRIME // 2) != bool(flags & _LARGER):
        y = PRIME - y
    return (value, y) if times(ORDER, (value, y)) is None else None


def hashed(message: bytes, tag: bytes) -> Point:
    """Return the point of a message: `hash_to_curve` of BLS12381G1_XMD:SHA-256_SSWU_RO.

    `tag` is the domain separation tag of at most 255 bytes.
    """
    drawn = _expanded(message, tag, 2 * _HASHED_BYTES)
    first, second = (
        _mapped(int.from_bytes(part, "big") % PRIME)
        for part in (drawn[:_HASHED_BYTES], drawn[_HASHED_BYTES:])
    )
    return times(LOOP + 1, plus(first, second))


def plus(one: Point, two: Point) -> Point:
    """Add two points of the first curve."""
    if one is None or two is None:
        return two if one is None else one
    (x1, y1), (x2, y2) = one, two
    if x1 == x2:
        if (y1 + y2) % PRIME == 0:
            return None
        slope = 3 * x1 * x1 * _inverse(2 * y1)
    else:
        slope = (y2 - y1) * _inverse(x2 - x1)
    x = (slope * slope - x1 - x2) % PRIME
    return x, (slope * (x1 - x) - y1) % PRIME


def times(count: int, point: Point) -> Point:
    """Add a point to itself this many times."""
    total: Point = None
    for digit in f"{count:b}":
        total = plus(total, total)
        if digit == "1":
            total = plus(total, point)
    return total


def negative(point: Point) -> Point:
    """Return the point that adds up to infinity with this one."""
    return None if point is None else (point[0], -point[1] % PRIME)


def pairs_to_one(pairs: Iterable[tuple[Point, TwistedPoint]]) -> bool:
    """Return True if the product of these pairings is 1.

    The ate pairing with the absolute value of its loop and factors of w³ left in: both
    change the product only by what its last power makes 1.
    """
    known = [(point, twisted) for point, twisted in pairs if point is not None]
    reached = [twisted for _, twisted in known]
    value = [1] + [0] * 11
    for digit in f"{LOOP:b}"[1:]:
        value = _product(value, value)
        for index, (point, twisted) in enumerate(known):
            line, reached[index] = _line(reached[index], reached[index], point)
            value = _product(line, value)
            if digit == "1":
                line, reached[index] = _line(reached[index], twisted, point)
                value = _product(line, value)
    return _power(value, (PRIME**12 - 1) // ORDER) == [1] + [0] * 11


def _inverse(number: int) -> int:
    return pow(number, -1, PRIME)


def _root(number: int) -> int:
    """Return a square root, if there is one: see `_is_root`."""
    return pow(number, (PRIME + 1) // 4, PRIME)


def _is_root(root: int, number: int) -> bool:
    return (root * root - number) % PRIME == 0


def _expanded(message: bytes, tag: bytes, length: int) -> bytes:
    """Return so many bytes of a message: `expand_message_xmd` with SHA-256."""
    ending = tag + bytes([len(tag)])
    start = bytes(64) + message + length.to_bytes(2, "big") + b"\0"
    first = sha256(start + ending).digest()
    block, blocks = bytes(32), b""
    for number in range(1, length // 32 + 1):
        mixed = bytes(a ^ b for a, b in zip(first, block, strict=True))
        block = sha256(mixed + bytes([number]) + ending).digest()
        blocks += block
    return blocks


def _mapped(number: int) -> Point:
    """Return the point for an integer: the simplified SWU map and the isogeny."""
    square = _Z * number * number
    divisor = (square * square + square) % PRIME
    if divisor:
        x = -_B * _inverse(_A) * (1 + _inverse(divisor)) % PRIME
    else:
        x = _B * _inverse(_Z * _A) % PRIME
    y = _root(x**3 + _A * x + _B)
    if not _is_root(y, x**3 + _A * x + _B):
        x = square * x % PRIME
        y = _root(x**3 + _A * x + _B)  # one of the two has a root
    if y % 2 != number % 2:
        y = PRIME - y
    return _onto_curve(x, y)


def _onto_curve(x: int, y: int) -> Point:
    digits = "".join(ISOGENY.split())
    numbers = iter(
        [int(digits[start : start + 96], 16) for start in range(0, len(digits), 96)]
    )
    x_over, x_under, y_over, y_under = (
        _at(x, [next(numbers) for _ in range(count)] + [1] * is_under)
        for count, is_under in ((12, 0), (10, 1), (16, 0), (15, 1))
    )
    if not x_under or not y_under:
        return None
    return (
        x_over * _inverse(x_under) % PRIME,
        y * y_over * _inverse(y_under) % PRIME,
    )


def _at(x: int, coefficients: Sequence[int]) -> int:
    """Return the value of a polynomial."""
    value = 0
    for coefficient in reversed(coefficients):
        value = (value * x + coefficient) % PRIME
    return value


def _times(one: Complex, two: Complex) -> Complex:
    (a, b), (c, d) = one, two
    return (a * c - b * d) % PRIME, (a * d + b * c) % PRIME


def _over(one: Complex, two: Complex) -> Complex:
    a, b = two
    part = _inverse(a * a + b * b)
    return _times(one, (a * part, -b * part))


def _line(
    one: TwistedPoint, two: TwistedPoint, at: tuple[int, int]
) -> tuple[list[int], TwistedPoint]:
    """Return the line through two points, at a point, and the sum of the two.

    The line through a point and itself is the tangent.
    """
    (x1, y1), (x2, y2) = one, two
    if one == two:
        a, b = _times(x1, x1)
        slope = _over((3 * a, 3 * b), (2 * y1[0], 2 * y1[1]))
    else:
        slope = _over((y2[0] - y1[0], y2[1] - y1[1]), (x2[0] - x1[0], x2[1] - x1[1]))
    square = _times(slope, slope)
    x = (square[0] - x1[0] - x2[0]) % PRIME, (square[1] - x1[1] - x2[1]) % PRIME
    back = _times(slope, (x1[0] - x[0], x1[1] - x[1]))
    y = (back[0] - y1[0]) % PRIME, (back[1] - y1[1]) % PRIME
    through = _times(slope, x1)
    a, b = through[0] - y1[0], through[1] - y1[1]
    c, d = -slope[0] * at[0], -slope[1] * at[0]
    # a + b·u is (a - b) + b·w⁶.
    line = [a - b, 0, c - d, at[1], 0, 0, b, 0, d, 0, 0, 0]
    return line, (x, y)


def _product(one: Sequence[int], two: Sequence[int]) -> list[int]:
    sums = [0] * 23
    for place, left in enumerate(one):
        if left:
            for further, right in enumerate(two, start=place):
                sums[further] += left * right
    for place in range(22, 11, -1):  # w¹² is 2w⁶ - 2
        sums[place - 6] += 2 * sums[place]
        sums[place - 12] -= 2 * sums[place]
    return [number % PRIME for number in sums[:12]]


def _power(base: Sequence[int], exponent: int) -> list[int]:
    value = [1] + [0] * 11
    for digit in f"{exponent:b}":
        value = _product(value, value)
        if digit == "1":
            value = _product(base, value)
    return value
