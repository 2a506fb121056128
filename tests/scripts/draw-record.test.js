import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { canonical, examineText } from "../../clubsite/static/js/draw-record.js";
import { sha256 } from "../../clubsite/static/js/sha256.js";

const STATE = {
  entrants: [1, 2, 3, 4].map((number) => [number, "", 0, true, 1, 0, 0, 0, 0, false]),
  outcomes: [],
  options: {},
};
const METHODS = { "swiss 1": { purpose: "lots", order: "pairs" } };
/** @param {number} number */
const lot = (number) => sha256(`seed:lots:${number}`);
const order = [1, 2, 3, 4].sort((one, two) => (lot(one) < lot(two) ? -1 : 1));
const RECORD = {
  state: STATE,
  seed: "seed",
  algorithm: "swiss",
  version: 1,
  round: 1,
  fingerprint: sha256(canonical(STATE)),
  pairs: [order.slice(0, 2), order.slice(2)],
  lots: {},
  swaps: [],
};

/** @param {object} changed */
const found = (changed) =>
  examineText(JSON.stringify({ ...RECORD, ...changed }), METHODS).map(({ text }) => text);

test("digests are those of the standard, of any length", () => {
  for (const text of ["", "abc", "Ærø 🎲", ...Array.from({ length: 130 }, (_, n) => "x".repeat(n))]) {
    assert.equal(sha256(text), createHash("sha256").update(text).digest("hex"));
  }
});

test("the canonical text is sorted and pure ASCII", () => {
  assert.equal(canonical({ b: [1, null], a: "Ø" }), '{"a":"\\u00d8","b":[1,null]}');
});

test("a sound record is found sound", () => {
  assert.deepEqual(found({}), ["fingerprintSame", "lotsSame"]);
});

test("what the director exchanged goes back before it is checked", () => {
  const [[a, b], [c, d]] = RECORD.pairs;
  assert.deepEqual(found({ pairs: [[c, b], [a, d]], swaps: [[a, c]] }), ["fingerprintSame", "lotsSame"]);
  assert.deepEqual(found({ pairs: [[c, b], [a, d]] }), ["fingerprintSame", "lotsOther"]);
});

test("another seed, another field and another round are found", () => {
  assert.deepEqual(found({ seed: "other" }), ["fingerprintSame", "lotsOther"]);
  assert.deepEqual(found({ state: { ...STATE, length: 9 } }), ["fingerprintOther", "lotsSame"]);
  assert.deepEqual(found({ round: 2 }), ["fingerprintSame", "lotsMore"]);
});

test("who sits out the first round is in no pair, and has a place in a group", () => {
  const state = { ...STATE, entrants: [...STATE.entrants, [5, "", 0, true, 1, 0]], rests: [[1, 5, "absent"]] };
  const fingerprint = sha256(canonical(state));
  assert.deepEqual(found({ state, fingerprint }), ["fingerprintSame", "lotsSame"]);
  assert.deepEqual(found({ state: { ...state, rests: [[2, 5, "absent"]] }, fingerprint }), [
    "fingerprintOther",
    "lotsSame",
  ]);
  const methods = { "swiss 1": { purpose: "lots", order: "groups" } };
  const all = [1, 2, 3, 4, 5].sort((one, two) => (lot(one) < lot(two) ? -1 : 1));
  const lots = Object.fromEntries(all.map((number, place) => [number, 10001 + place]));
  const texts = examineText(JSON.stringify({ ...RECORD, state, fingerprint, lots }), methods);
  assert.deepEqual(texts.map(({ text }) => text), ["fingerprintSame", "lotsSame"]);
});

test("an accelerated first round is more than lots", () => {
  const state = { ...STATE, options: { accelerated: "baku" } };
  assert.deepEqual(found({ state, fingerprint: sha256(canonical(state)) }), ["fingerprintSame", "lotsMore"]);
});

test("what is no record is unreadable", () => {
  assert.deepEqual(examineText("{", METHODS).map(({ text }) => text), ["unreadable"]);
  assert.deepEqual(examineText("{}", METHODS).map(({ text }) => text), ["unreadable"]);
});
