import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { canonical, examine, examineText } from "../../clubsite/static/js/draw-record.js";
import { leastCostly } from "../../clubsite/static/js/draw-matching.js";
import { sha256 } from "../../clubsite/static/js/sha256.js";

const STATE = {
  format: "swiss",
  rounds: 3,
  length: 7,
  entrants: [1, 2, 3, 4].map((number) => [number, null, "", true, 1, null]),
  outcomes: [],
};
/** @param {number} number */
const lot = (number) => sha256(`seed:swiss:1:1:${number}`);
const order = [1, 2, 3, 4].sort((one, two) => (lot(one) < lot(two) ? -1 : 1));
const RECORD = {
  crawford_draw: 1,
  state: STATE,
  seed: "seed",
  algorithm: "swiss",
  version: 3,
  round: 1,
  fingerprint: sha256(canonical(STATE)),
  pairs: [order.slice(0, 2), order.slice(2)],
  lots: {},
  swaps: /** @type {number[][]} */ ([]),
};

/** @param {object} changed  The outcome, and what is wrong. */
function found(changed) {
  const { outcome, findings } = examineText(JSON.stringify({ ...RECORD, ...changed }));
  return [outcome, ...findings.flatMap(({ text, mark }) => (mark === "wrong" ? [text] : []))];
}

test("digests are those of the standard, of any length", () => {
  for (const text of ["", "abc", "Ærø 🎲", ...Array.from({ length: 130 }, (_, n) => "x".repeat(n))]) {
    assert.equal(sha256(text), createHash("sha256").update(text).digest("hex"));
  }
});

test("the canonical text is sorted and pure ASCII", () => {
  assert.equal(canonical({ b: [1, null], a: "Ø" }), '{"a":"\\u00d8","b":[1,null]}');
});

test("a sound record is drawn again, pairing by pairing", () => {
  assert.deepEqual(found({}), ["same"]);
  const { published, again } = examine(RECORD);
  assert.deepEqual(published, again);
  assert.equal(again.length, 2);
});

test("what was exchanged by hand has an outcome of its own", () => {
  const [[a, b], [c, d]] = RECORD.pairs;
  const pairs = [
    [c, b],
    [a, d],
  ];
  assert.deepEqual(found({ pairs, swaps: [[a, c]] }), ["changed"]);
  assert.deepEqual(found({ pairs }), ["different", "drawnOther"]);
  assert.deepEqual(found({ swaps: [[a, b]] }), ["different", "swapOther"]);
});

test("another field, round, method and what is cut are found", () => {
  assert.deepEqual(found({ state: { ...STATE, length: 9 } }), ["different", "fingerprintOther"]);
  assert.deepEqual(found({ round: 2 }), ["different", "methodOther"]);
  assert.deepEqual(found({ version: 1 }), ["unreadable", "methodOther"], "neither proven nor refuted");
  assert.deepEqual(found({ pairs: undefined }), ["unreadable", "unreadable"]);
  assert.deepEqual(found({ more: 1 }), ["unreadable", "unreadable"]);
});

test("what is no record is unreadable", () => {
  for (const text of ["{", "{}", "null", "[1]"]) assert.equal(examineText(text).outcome, "unreadable");
});

test("a matching costs as little as the best of all", () => {
  /** @param {number[]} rest @param {(one: number, two: number) => number} cost @returns {number} */
  const least = ([one, ...rest], cost) =>
    rest.length ? Math.min(...rest.map((two) => cost(one, two) + least(rest.filter((k) => k !== two), cost))) : 0;
  for (let n = 0; n < 60; n += 1) {
    /** @param {number} one @param {number} two */
    const cost = (one, two) => parseInt(sha256(`${n} ${Math.min(one, two)} ${Math.max(one, two)}`).slice(0, 1), 16);
    const nodes = [0, 1, 2, 3, 4, 5, 6, 7];
    /** @param {number} one @param {number} two */
    const big = (one, two) => BigInt(cost(one, two)) * 2n ** 80n;
    for (const way of [cost, big]) {
      const pairs = leastCostly(8, way);
      assert.equal(new Set(pairs.flat()).size, 8);
      assert.equal(
        pairs.reduce((sum, pair) => sum + cost(...pair), 0),
        nodes.length && least(nodes, cost),
      );
    }
  }
});
