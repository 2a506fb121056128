/**
 * Checking a number of the public beacon drand: section 2 of docs/draw-record.md. The
 * network quicknet signs the number of a round every three seconds, on the curve
 * BLS12-381; a signature is checked with a pairing. Everything here is public.
 *
 * Points are [x, y], null at infinity; those of the key have complex coordinates [a, b].
 * Values of the pairing are polynomials in w modulo w^12 - 2 w^6 + 2, with i = w^6 - 1.
 */
import { sha256OfBytes } from "./sha256.js";

/** @typedef {[bigint, bigint]} Two */
/** @typedef {Two|null} Point */
/** @typedef {[Two, Two]} TwistedPoint */
/** @typedef {bigint[]} Polynomial */

const P = 0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaabn;
const ORDER = 0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001n;
const LOOP = 0xd201000000010000n;
const LAST_POWER = (P ** 12n - 1n) / ORDER;

/** @type {TwistedPoint} */
const GENERATOR = [
  [
    0x24aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8n,
    0x13e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7en,
  ],
  [
    0xce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a76d429a695160d12c923ac9cc3baca289e193548608b82801n,
    0x606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af267492ab572e99ab3f370d275cec1da1aaa9075ff05f79ben,
  ],
];

/** The public key of quicknet.  @type {TwistedPoint} */
const KEY = [
  [
    0xd1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45an,
    0x3cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451n,
  ],
  [
    0xe5db2b6bfbb01c867749cadffca88b36c24f3012ba09fc4d3022c5c37dce0f977d3adb5d183c7477c442b1f04515273n,
    0x1a714f2edb74119a2f2b0d5a7c75ba902d163700a61bc224ededd8e63aef7be1aaf8e93d7a9718b047ccddb3eb5d68bn,
  ],
];
const GENESIS = 1692803367; // in seconds since 1970
const PERIOD = 3;
const TAG = "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_";

/* RFC 9380, 8.8.1 and appendix E.2: coefficients from the lowest power, without the leading 1 of denominators. */
const A = 0x144698a3b8e9433d693a02c96d4982b0ea985383ee66a8d8e8981aefd881ac98936f8da0e0f97f5cf428082d584c1dn;
const B = 0x12e2908d11688030018b12e8753eee3b2016c1f0f24f4070a0b9c14fcef35ef55a23215a316ceaa5d1cc48e98e172be0n;
const Z = 11n;
const ISOGENY = `
  11a05f2b1e833340b809101dd99815856b303e88a2d7005ff2627b56cdb4e2c85610c2d5f2e62d6eaeac1662734649b7
  17294ed3e943ab2f0588bab22147a81c7c17e75b2f6a8417f565e33c70d1e86b4838f2a6f318c356e834eef1b3cb83bb
  0d54005db97678ec1d1048c5d10a9a1bce032473295983e56878e501ec68e25c958c3e3d2a09729fe0179f9dac9edcb0
  1778e7166fcc6db74e0609d307e55412d7f5e4656a8dbf25f1b33289f1b330835336e25ce3107193c5b388641d9b6861
  0e99726a3199f4436642b4b3e4118e5499db995a1257fb3f086eeb65982fac18985a286f301e77c451154ce9ac8895d9
  1630c3250d7313ff01d1201bf7a74ab5db3cb17dd952799b9ed3ab9097e68f90a0870d2dcae73d19cd13c1c66f652983
  0d6ed6553fe44d296a3726c38ae652bfb11586264f0f8ce19008e218f9c86b2a8da25128c1052ecaddd7f225a139ed84
  17b81e7701abdbe2e8743884d1117e53356de5ab275b4db1a682c62ef0f2753339b7c8f8c8f475af9ccb5618e3f0c88e
  080d3cf1f9a78fc47b90b33563be990dc43b756ce79f5574a2c596c928c5d1de4fa295f296b74e956d71986a8497e317
  169b1f8e1bcfa7c42e0c37515d138f22dd2ecb803a0c5c99676314baf4bb1b7fa3190b2edc0327797f241067be390c9e
  10321da079ce07e272d8ec09d2565b0dfa7dccdde6787f96d50af36003b14866f69b771f8c285decca67df3f1605fb7b
  06e08c248e260e70bd1e962381edee3d31d79d7e22c837bc23c0bf1bc24c6b68c24b1b80b64d391fa9c8ba2e8ba2d229
  08ca8d548cff19ae18b2e62f4bd3fa6f01d5ef4ba35b48ba9c9588617fc8ac62b558d681be343df8993cf9fa40d21b1c
  12561a5deb559c4348b4711298e536367041e8ca0cf0800c0126c2588c48bf5713daa8846cb026e9e5c8276ec82b3bff
  0b2962fe57a3225e8137e629bff2991f6f89416f5a718cd1fca64e00b11aceacd6a3d0967c94fedcfcc239ba5cb83e19
  03425581a58ae2fec83aafef7c40eb545b08243f16b1655154cca8abc28d6fd04976d5243eecf5c4130de8938dc62cd8
  13a8e162022914a80a6f1d5f43e7a07dffdfc759a12062bb8d6b44e833b306da9bd29ba81f35781d539d395b3532a21e
  0e7355f8e4e667b955390f7f0506c6e9395735e9ce9cad4d0a43bcef24b8982f7400d24bc4228f11c02df9a29f6304a5
  0772caacf16936190f3e0c63e0596721570f5799af53a1894e2e073062aede9cea73b3538f0de06cec2574496ee84a3a
  14a7ac2a9d64a8b230b3f5b074cf01996e7f63c21bca68a81996e1cdf9822c580fa5b9489d11e2d311f7d99bbdcc5a5e
  0a10ecf6ada54f825e920b3dafc7a3cce07f8d1d7161366b74100da67f39883503826692abba43704776ec3a79a1d641
  095fc13ab9e92ad4476d6e3eb3a56680f682b4ee96f7d03776df533978f31c1593174e4b4b7865002d6384d168ecdd0a
  090d97c81ba24ee0259d1f094980dcfa11ad138e48a869522b52af6c956543d3cd0c7aee9b3ba3c2be9845719707bb33
  134996a104ee5811d51036d776fb46831223e96c254f383d0f906343eb67ad34d6c56711962fa8bfe097e75a2e41c696
  00cc786baa966e66f4a384c86a3b49942552e2d658a31ce2c344be4b91400da7d26d521628b00523b8dfe240c72de1f6
  01f86376e8981c217898751ad8746757d42aa7b90eeb791c09e4a3ec03251cf9de405aba9ec61deca6355c77b0e5f4cb
  08cc03fdefe0ff135caf4fe2a21529c4195536fbe3ce50b879833fd221351adc2ee7f8dc099040a841b6daecf2e8fedb
  16603fca40634b6a2211e11db8f0a6a074a7d0d4afadb7bd76505c3d3ad5544e203f6326c95a807299b23ab13633a5f0
  04ab0b9bcfac1bbcb2c977d027796b3ce75bb8ca2be184cb5231413c4d634f3747a87ac2460f415ec961f8855fe9d6f2
  0987c8d5333ab86fde9926bd2ca6c674170a05bfe3bdd81ffd038da6c26c842642f64550fedfe935a15e4ca31870fb29
  09fc4018bd96684be88c9e221e4da1bb8f3abd16679dc26c1e8b6e6a1f20cabe69d65201c78607a360370e577bdba587
  0e1bba7a1186bdb5223abde7ada14a23c42a0ca7915af6fe06985e7ed1e4d43b9b3f7055dd4eba6f2bafaaebca731c30
  19713e47937cd1be0dfd0b8f1d43fb93cd2fcbcb6caf493fd1183e416389e61031bf3a5cce3fbafce813711ad011c132
  18b46a908f36f6deb918c143fed2edcc523559b8aaf0c2462e6bfe7f911f643249d9cdf41b44d606ce07c8a4d0074d8e
  0b182cac101b9399d155096004f53f447aa7b12a3426b08ec02710e807b4633f06c851c1919211f20d4c04f00b971ef8
  0245a394ad1eca9b72fc00ae7be315dc757b3b080d4c158013e6632d3c40659cc6cf90ad1c232a6442d9d3f5db980133
  05c129645e44cf1102a159f748c4a3fc5e673d81d7e86568d9ab0f5d396a7ce46ba1049b6579afb7866b1e715475224b
  15e6be4e990f03ce4ea50b3b42df2eb5cb181d8f84965a3957add4fa95af01b2b665027efec01c7704b456be69c8b604
  16112c4c3a9c98b252181140fad0eae9601a6de578980be6eec3232b5be72e7a07f3688ef60c206d01479253b03663c1
  1962d75c2381201e1a0cbd6c43c348b885c84ff731c4d59ca4a10356f453e01f78a4260763529e3532f6102c2e49a03d
  058df3306640da276faaae7d6e8eb15778c4855551ae7f310c35a5dd279cd2eca6757cd636f96f891e2538b53dbf67f2
  16b7d288798e5395f20d23bf89edb4d1d115c5dbddbcd30e123da489e726af41727364f2c28297ada8d26d98445f5416
  0be0e079545f43e4b00cc912f8228ddcc6d19c9f0f69bbb0542eda0fc9dec916a20b15dc0fd2ededda39142311a5001d
  08d9e5297186db2d9fb266eaac783182b70152c65550d881c5ecd87b6f0f5a6449f38db9dfa9cce202c6477faaf9b7ac
  166007c08a99db2fc3ba8734ace9824b5eecfdfa8d0cf8ef5dd365bc400a0051d5fa9c01a58b1fb93d1a1399126a775c
  16a3ef08be3ea7ea03bcddfabba6ff6ee5a4375efa1f4fd7feb34fd206357132b920f5b00801dee460ee415a15812ed9
  1866c8ed336c61231a1be54fd1d74cc4f9fb0ce4c6af5920abc5750c4bf39b4852cfe2f7bb9248836b233d9d55535d4a
  167a55cda70a6e1cea820597d94a84903216f763e13d87bb5308592e7ea7d4fbc7385ea3d529b35e346ef48bb8913f55
  04d2f259eea405bd48f010a01ad2911d9c6dd039bb61a6290e591b36e636a5c871a5c29f4f83060400f8b49cba8f6aa8
  0accbb67481d033ff5852c1e48c50c477f94ff8aefce42d28c0f9a88cea7913516f968986f7ebbea9684b529e2561092
  0ad6b9514c767fe3c3613144b45f1496543346d98adf02267d5ceef9a00d9b8693000763e3b90ac11e99b138573345cc
  02660400eb2e4f3b628bdd0d53cd76f2bf565b94e72927c1cb748df27942480e420517bd8714cc80d1fadc1326ed06f7
  0e0fa1d816ddc03e6b24255e0d7819c171c40f65e273b853324efcd6356caa205ca2f570f13497804415473a1d634b8f
`
  .trim()
  .split(/\s+/)
  .map((digits) => BigInt(`0x${digits}`));
const [OVER_X, UNDER_X] = [ISOGENY.slice(0, 12), [...ISOGENY.slice(12, 22), 1n]];
const [OVER_Y, UNDER_Y] = [ISOGENY.slice(22, 38), [...ISOGENY.slice(38), 1n]];

/* Integers modulo P ------------------------------------------------------------------ */

/** @param {bigint} number */
const mod = (number) => ((number % P) + P) % P;

/** @param {bigint} base @param {bigint} exponent */
function power(base, exponent) {
  let [value, square] = [1n, mod(base)];
  for (let left = exponent; left; left >>= 1n) {
    if (left & 1n) value = (value * square) % P;
    square = (square * square) % P;
  }
  return value;
}

/** @param {bigint} number  By Euclid: a power would take ten times as long. */
function inverse(number) {
  let [high, low, first, second] = [P, mod(number), 0n, 1n];
  while (low) {
    const times = high / low;
    [high, low, first, second] = [low, high - times * low, second, first - times * second];
  }
  return mod(first);
}

/** @param {bigint} number  A square root, or null. */
function root(number) {
  const found = power(number, (P + 1n) / 4n);
  return (found * found - number) % P === 0n ? found : null;
}

/* Points of signatures ------------------------------------------------------------------ */

/** @param {Point} one @param {Point} two  @returns {Point} */
function sum(one, two) {
  if (!one || !two) return one ?? two;
  const isTwice = one[0] === two[0];
  if (isTwice && one[1] !== two[1]) return null;
  const slope = isTwice
    ? mod(3n * one[0] * one[0] * inverse(2n * one[1]))
    : mod((two[1] - one[1]) * inverse(two[0] - one[0]));
  const x = mod(slope * slope - one[0] - two[0]);
  return [x, mod(slope * (one[0] - x) - one[1])];
}

/** @param {bigint} times @param {Point} point */
function multiple(times, point) {
  /** @type {Point} */
  let total = null;
  let doubled = point;
  for (let left = times; left; left >>= 1n) {
    if (left & 1n) total = sum(total, doubled);
    doubled = sum(doubled, doubled);
  }
  return total;
}

/** @param {string} digits  The point of 96 hexadecimal digits, null unless it is one of the group. */
function pointOf(digits) {
  const written = BigInt(`0x${digits}`);
  const [flags, x] = [written >> 381n, written & ((1n << 381n) - 1n)];
  if ((flags & 0b110n) !== 0b100n || x >= P) return null;
  const y = root(x ** 3n + 4n);
  if (y === null) return null;
  const isLarger = y > P / 2n;
  /** @type {Two} */
  const point = [x, isLarger === Boolean(flags & 1n) ? y : P - y];
  return multiple(ORDER, point) === null ? point : null;
}

/* The point of a message: RFC 9380 ------------------------------------------------------ */

/** @param {string} digits */
const bytesOf = (digits) => (digits.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
/** @param {number[]} bytes */
const digest = (bytes) => bytesOf(sha256OfBytes(Uint8Array.from(bytes)));

/** @param {number[]} message @param {string} tag  Two integers modulo P. */
function drawn(message, tag) {
  const ending = [...new TextEncoder().encode(tag), tag.length];
  const first = digest([...Array(64).fill(0), ...message, 0, 128, 0, ...ending]);
  const blocks = [digest([...first, 1, ...ending])];
  for (let number = 2; number <= 4; number += 1) {
    const before = blocks[blocks.length - 1];
    blocks.push(digest([...first.map((byte, k) => byte ^ before[k]), number, ...ending]));
  }
  /** @param {number[]} bytes */
  const numbered = (bytes) => mod(bytes.reduce((total, byte) => (total << 8n) | BigInt(byte), 0n));
  return [numbered([...blocks[0], ...blocks[1]]), numbered([...blocks[2], ...blocks[3]])];
}

/** @param {bigint[]} polynomial @param {bigint} x */
const valueAt = (polynomial, x) => polynomial.reduceRight((value, factor) => (value * x + factor) % P, 0n);

/** @param {bigint} number  @returns {Point} */
function mapped(number) {
  const square = mod(Z * number * number);
  const under = mod(square * square + square);
  let x = under ? mod(-B * inverse(A) * (1n + inverse(under))) : mod(B * inverse(Z * A));
  let y = root(x ** 3n + A * x + B);
  if (y === null) {
    x = mod(square * x);
    y = root(x ** 3n + A * x + B) ?? 0n;
  }
  if ((y ^ number) & 1n) y = P - y;
  const [underX, underY] = [valueAt(UNDER_X, x), valueAt(UNDER_Y, x)];
  if (!underX || !underY) return null;
  return [mod(valueAt(OVER_X, x) * inverse(underX)), mod(y * valueAt(OVER_Y, x) * inverse(underY))];
}

/** @param {number[]} message @param {string} tag */
export function hashed(message, tag) {
  const [first, second] = drawn(message, tag);
  return multiple(LOOP + 1n, sum(mapped(first), mapped(second)));
}

/* The pairing ------------------------------------------------------------------------- */

/** @param {Two} one @param {Two} two  @returns {Two} */
const product = ([a, b], [c, d]) => [mod(a * c - b * d), mod(a * d + b * c)];
/** @param {Two} one @param {Two} two  @returns {Two} */
const difference = ([a, b], [c, d]) => [mod(a - c), mod(b - d)];

/** @param {Two} one @param {Two} two  @returns {Two} */
function quotient(one, [a, b]) {
  const part = inverse(a * a + b * b);
  return product(one, [mod(a * part), mod(-b * part)]);
}

/**
 * The line through two points (the tangent of one) at a point, and their sum.
 * @param {TwistedPoint} one @param {TwistedPoint} two @param {Two} at
 * @returns {[[number, bigint][], TwistedPoint]}
 */
function line([x1, y1], [x2, y2], at) {
  const isTangent = x1 === x2;
  const [a, b] = isTangent ? product(x1, x1) : difference(y2, y1);
  const slope = isTangent
    ? quotient([3n * a, 3n * b], [2n * y1[0], 2n * y1[1]])
    : quotient([a, b], difference(x2, x1));
  const x = difference(difference(product(slope, slope), x1), x2);
  const y = difference(product(slope, difference(x1, x)), y1);
  const [c, d] = difference(product(slope, x1), y1);
  const [e, f] = [mod(-slope[0] * at[0]), mod(-slope[1] * at[0])];
  return [[[0, c - d], [6, d], [2, e - f], [8, f], [3, at[1]]], [x, y]];
}

/** @param {Polynomial} one @param {[number, bigint][]} two  By power and factor.  @returns {Polynomial} */
function multiplied(one, two) {
  const sums = Array(23).fill(0n);
  for (const [place, factor] of two) {
    one.forEach((other, k) => {
      sums[place + k] += factor * other;
    });
  }
  for (let place = 22; place > 11; place -= 1) {
    sums[place - 6] += 2n * sums[place];
    sums[place - 12] -= 2n * sums[place];
  }
  return sums.slice(0, 12).map(mod);
}

/** @param {Polynomial} one @param {Polynomial} two */
const times = (one, two) => multiplied(one, [...two.entries()]);

/** @type {Polynomial} */
const ONE = [1n, ...Array(11).fill(0n)];

/** @param {[Two, TwistedPoint][]} pairs  Whether the product of their pairings is 1. */
function pairToOne(pairs) {
  const at = pairs.map(([, twisted]) => twisted);
  let value = ONE;
  for (const digit of LOOP.toString(2).slice(1)) {
    value = times(value, value);
    pairs.forEach(([point, twisted], k) => {
      for (const other of digit === "1" ? [at[k], twisted] : [at[k]]) {
        const [factor, reached] = line(at[k], other, point);
        value = multiplied(value, factor);
        at[k] = reached;
      }
    });
  }
  let last = ONE;
  for (const digit of LAST_POWER.toString(2)) {
    last = times(last, last);
    if (digit === "1") last = times(last, value);
  }
  return last.every((factor, k) => factor === ONE[k]);
}

/* Rounds of quicknet -------------------------------------------------------------------- */

/** @param {string} name  The round that an announcement names, 0 if it names another number. */
export const roundOf = (name) => Number(/^drand quicknet ([1-9][0-9]{0,9})$/.exec(name)?.[1] ?? 0);

/** @param {number} round  When it is published, in milliseconds since 1970. */
export const publishedAt = (round) => (GENESIS + (round - 1) * PERIOD) * 1000;

/** @param {string} signature @param {number} round */
export function isSignature(signature, round) {
  const signed = /^[0-9a-f]{96}$/.test(signature) ? pointOf(signature) : null;
  if (!signed) return false;
  const number = round.toString(16).padStart(16, "0");
  const wanted = hashed(digest(bytesOf(number)), TAG);
  return wanted !== null && pairToOne([[[signed[0], P - signed[1]], GENERATOR], [wanted, KEY]]);
}
