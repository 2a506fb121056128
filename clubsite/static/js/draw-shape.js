/**
 * The shape of a record: which fields there are, and what they hold. Section 1 of
 * docs/draw-record.md. A field that is not known is wrong.
 */

/** @typedef {(value: any) => boolean} Test */

/** @param {number} low @param {number} high @returns {Test} */
const whole = (low, high) => (value) => Number.isInteger(value) && value >= low && value <= high;
/** @param {number} [longest] @returns {Test} */
const text = (longest = 200) => (value) =>
  typeof value === "string" && [...value].length <= longest && !/[\p{Cc}\p{Cs}]/u.test(value);
/** @param {RegExp} expression @returns {Test} */
const like = (expression) => (value) => typeof value === "string" && expression.test(value);
/** @param {Test} test @returns {Test} */
const nullOr = (test) => (value) => value === null || test(value);
/** @param {any[]} values @returns {Test} */
const oneOf = (...values) => (value) => values.includes(value);
/** @param {Test} test @returns {Test} */
const listOf = (test) => (value) => Array.isArray(value) && value.every(test);
/** @param {Test[]} tests @param {number} [least] @returns {Test}  The last cells may be missing down to `least`. */
const rowsOf = (tests, least = tests.length) =>
  listOf(
    (row) =>
      Array.isArray(row) && row.length >= least && row.length <= tests.length && row.every((cell, k) => tests[k](cell)),
  );
/** @param {any} value */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
/** @param {Test} test @returns {Test} */
const tableOf = (test) => (value) =>
  isObject(value) && Object.entries(value).every(([key, cell]) => /^[1-9][0-9]{0,6}$/.test(key) && test(cell));
/** @param {Record<string, Test>} needed @param {Record<string, Test>} [free] @returns {Test} */
const shape = (needed, free = {}) => (value) => {
  if (!isObject(value) || !Object.keys(needed).every((name) => Object.hasOwn(value, name))) return false;
  const tests = new Map(Object.entries({ ...needed, ...free }));
  return Object.entries(value).every(([name, cell]) => tests.get(name)?.(cell));
};

/** @type {Test} */
const flag = (value) => typeof value === "boolean";
const [number, round, key, place] = [whole(1, 1e6), whole(1, 1e4), text(20), whole(1, 1e7)];
const hex = like(/^[0-9a-f]{64}$/);
const time = like(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
const side = oneOf("line", "winner", "loser", "first_loser");
const pattern = oneOf("first_loss", "unshifted", "shifted");

const options = shape(
  {},
  {
    byes: oneOf("spread", "top", "bottom", "lots"),
    bye_to: oneOf("lowest", "lots"),
    seeded: whole(0, 1e4),
    seeds_by: oneOf("pr"),
    branches: rowsOf([key, key, pattern, whole(1, 99), whole(0, 99)]),
    reset: flag,
    lives: whole(1, 99),
    survivors: whole(1, 1e4),
    times: whole(1, 20),
    groups: whole(1, 1e4),
    legs: whole(1, 2),
    apart: listOf(oneOf("club", "country", "family")),
    apart_rounds: whole(0, 1e4),
    forbidden: rowsOf([number, number]),
    tiebreaks: listOf(text(40)),
    scoring: oneOf("two_one:1", "three_one:1", "three_two_one:1", "hundred:1"),
    unplayed: oneOf("nothing", "virtual", "own_score"),
    half_byes: whole(0, 1e4),
    bye_free: whole(0, 1e4),
    absent_worth: oneOf("0", "1/2"),
    late_worth: oneOf("0", "1/2"),
    accelerated: oneOf("none", "baku"),
  },
);
const pr = like(/^\d{1,2}\.\d\d$/);
const rating = nullOr(like(/^-?\d{1,9}(\.\d{1,9})?$/));
const entrant = [number, rating, text(), flag, round, nullOr(place), text(), text(), nullOr(number), flag, key, pr];
const points = whole(0, 1e6);
const outcome = [round, number, nullOr(number), nullOr(number), points, points, flag, nullOr(round), flag, number];
const state = shape(
  {
    format: key,
    rounds: whole(0, 1e4),
    length: round,
    entrants: rowsOf(entrant, 6),
    outcomes: rowsOf(outcome, 8),
  },
  {
    bye: oneOf("1/2", "0"),
    walkover: oneOf("full", "half"),
    options,
    pins: rowsOf([number, whole(1, 2), nullOr(number)]),
    ahead: flag,
    at_once: flag,
    same_person: rowsOf([number, number]),
    lots_seed: text(64),
    rests: rowsOf([round, number, oneOf("bye", "absent")]),
  },
);
const node = [number, key, round, whole(0, 1e5), side, whole(0, 1e6), side, whole(0, 1e6), flag];
const plan = shape({ lines: whole(1, 1e4), nodes: rowsOf(node, 8) });
const made = { seed: text(64), pairs: rowsOf([number, nullOr(number)]), lots: tableOf(place) };

const first = {
  needed: {
    ...{ crawford_draw: oneOf(1), algorithm: key, version: whole(1, 999) },
    ...{ round, state, fingerprint: hex },
  },
  free: {
    ...{ number: round, reason: text(), names: tableOf(text()), earlier: listOf(isObject) },
    ...{ announced: nullOr(text(64)), title: text(), drawn_at: text(64), published_at: text(64), seed_from: text(64) },
  },
  made: { ...made, swaps: rowsOf([number, number]) },
};
const announcement = shape(
  {
    club: text(),
    tournament: shape({ title: text(), slug: text(), date: text(10) }),
    stage: shape({ number: round, name: text() }),
    ...{ round, number: round, place: number, before: like(/^([0-9a-f]{64})?$/), made: time, open: flag },
    ...{ algorithm: key, version: whole(1, 999), fingerprint: hex, names: hex },
    sources: listOf(oneOf("typed", "dice", "numbers", "public", "secret")),
    ...{ reason: text(), differs: listOf(Array.isArray) },
  },
  { rolls: whole(1, 99), until: time, public: text(), secret: hex },
);
const parts = shape(
  {},
  {
    typed: text(64),
    dice: like(/^[1-6]{2}(-[1-6]{2})*$/),
    numbers: listOf(whole(0, 1e12 - 1)),
    public: text(),
    secret: like(/^[0-9a-f]{32}$/),
  },
);
const second = {
  needed: {
    ...{ crawford_draw: oneOf(2), announcement, digest: hex, chain: listOf(announcement), state },
    ...{ names: tableOf(text()), salts: tableOf(like(/^[0-9a-f]{32}$/)), hidden: tableOf(hex) },
  },
  free: {},
  made: { ...made, parts, swaps: rowsOf([number, number, text()]) },
};

/** @param {any} record  Whether a value is a record: drawn fields are all there, or none of them is. */
export function isRecord(record) {
  if (!isObject(record)) return false;
  const kind = record.crawford_draw === 2 ? second : first;
  const isDrawn = Object.keys(kind.made).some((name) => name in record);
  const needed = isDrawn ? { ...kind.needed, ...kind.made } : kind.needed;
  const free = isDrawn ? { ...kind.free, plan } : kind.free;
  return shape(needed, free)(record) && agrees(record.state);
}

/** @param {any} state  Whether entrants are there once, and results are of theirs. */
function agrees(state) {
  const known = new Set(state.entrants.map((/** @type {any[]} */ [one]) => one));
  const places = new Set();
  for (const [of, one, two, winner] of state.outcomes) {
    if (!known.has(one) || one === two || (two !== null && !known.has(two))) return false;
    if (winner === null ? two === null : winner !== one && winner !== two) return false;
    places.add(`${of} ${one}`).add(`${of} ${two}`);
  }
  for (const [of, one] of state.rests ?? []) {
    if (!known.has(one) || places.has(`${of} ${one}`)) return false;
    places.add(`${of} ${one}`);
  }
  return known.size === state.entrants.length;
}
