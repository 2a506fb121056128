import assert from "node:assert/strict";
import { test } from "node:test";
import { hashed, isSignature, publishedAt, roundOf } from "../../clubsite/static/js/draw-drand.js";

/* As quicknet has published them: https://api.drand.sh. */
const ROUNDS = /** @type {[number, string][]} */ ([
  [123, "b75c69d0b72a5d906e854e808ba7e2accb1542ac355ae486d591aa9d43765482e26cd02df835d3546d23c4b13e0dfc92"],
  [1000, "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39"],
  [10024141, "8c87caf26bb4f5e9fdfad5ddf739ff8683344f8cf04a8c381225ff067557b5d9d51937eed765fcef21971bf5ddef44bb"],
]);
const P = 0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaabn;

test("what was published is right, and of another round it is wrong", () => {
  for (const [round, signature] of ROUNDS) assert.ok(isSignature(signature, round));
  assert.ok(!isSignature(ROUNDS[0][1], 1000));
});

test("a signature is written in one way only", () => {
  const [[, signature]] = ROUNDS;
  const written = BigInt(`0x${signature}`);
  const others = [
    ...[signature.toUpperCase(), signature.slice(2), `${signature}00`, "", `${signature.slice(0, -1)}3`],
    /* The other sign, a larger number for the same point, no compression, infinity. */
    (written ^ (1n << 381n)).toString(16),
    (written + P).toString(16),
    (written % (1n << 383n)).toString(16).padStart(96, "0"),
    `c${"0".repeat(95)}`,
    /* On the curve, and not in the group. */
    `8${"0".repeat(95)}`,
    `8${"0".repeat(94)}4`,
  ];
  for (const other of others) assert.ok(!isSignature(other, 123), other);
});

test("points of messages are those of RFC 9380, appendix J.9.1", () => {
  const tag = "QUUX-V01-CS02-with-BLS12381G1_XMD:SHA-256_SSWU_RO_";
  const point = hashed([...new TextEncoder().encode("abc")], tag);
  assert.equal(
    point?.[0].toString(16),
    "3567bc5ef9c690c2ab2ecdf6a96ef1c139cc0b2f284dca0a9a7943388a49a3aee664ba5379a7655d3c68900be2f6903",
  );
});

test("a round is known by its name, and comes every three seconds", () => {
  assert.deepEqual(["drand quicknet 7", "drand quicknet 07", "Lotto"].map(roundOf), [7, 0, 0]);
  assert.equal(new Date(publishedAt(1000)).toISOString(), "2023-08-23T15:59:24.000Z");
});
