/**
 * An independent verifier of draws. It repeats on purpose what the server knows of lots
 * and fingerprints: who does not believe the server can read here how a draw is checked.
 * What it finds is told by draw-check.js.
 */
import { sha256 } from "./sha256.js";

/**
 * One of the field, as a row: its number first; at 3 whether it is there, at 4 since
 * which round, at 9 whether it had a wish.
 * @typedef {[number, ...any[]]} Entrant
 * @typedef {object} State
 * @property {Entrant[]} entrants
 * @property {unknown[]} outcomes
 * @property {{seeded?: number, apart?: unknown[], forbidden?: unknown[], groups?: number, accelerated?: string}} [options]
 * @property {[number, number, string][]} [rests] round, entrant and kind of each round that somebody sits out
 * @typedef {object} DrawRecord
 * @property {State} state
 * @property {string} seed
 * @property {string} algorithm
 * @property {number} version
 * @property {number} round
 * @property {string} fingerprint
 * @property {[number, number|null][]} [pairs]
 * @property {Record<string, number>} lots
 * @property {[number, number][]} swaps
 */

/**
 * By method and version: the purpose of the lots of round 1, and whether the record
 * shows their order in the "pairs", the "lots" or the "groups".
 * @typedef {Record<string, {purpose: string, order: string}>} Methods
 */

/** @typedef {{text: string, mark: "ok"|"wrong"|"remark", values: Record<string, string|number>}} Finding */

/* The canonical text: keys sorted, no spaces, pure ASCII ------------------- */

/** @param {string} letter */
const escaped = (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** @param {any} value  @returns {string} */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value && typeof value === "object") {
    const pairs = Object.keys(value)
      .sort()
      .map((key) => `${canonical(key)}:${canonical(value[key])}`);
    return `{${pairs.join(",")}}`;
  }
  return JSON.stringify(value).replace(/[^ -~]/g, escaped);
}

/** @param {string} digest */
const short = (digest) => `${digest.slice(0, 4)}-${digest.slice(4, 8)}`.toUpperCase();

/* Lots ------------------------------------------------------------------- */

const GROUP = 10000;

/** @param {State} state  Whether something else than lots had a word in it. */
function hasWishes(state) {
  const { seeded = 0, apart = [], forbidden = [], accelerated = "" } = state.options ?? {};
  if (seeded > 0 || apart.length > 0 || forbidden.length > 0 || accelerated) return true;
  return state.entrants.some((row) => row[9]);
}

/** @param {State} state  Who has said that they sit out round 1. */
const outOf = (state) => new Set((state.rests ?? []).filter(([round]) => round === 1).map(([, number]) => number));

/** @param {State} state  Who is there in round 1, or has said that they sit it out. */
function hereIn(state) {
  const out = outOf(state);
  return state.entrants.filter((row) => (row[3] || out.has(row[0])) && row[4] <= 1).map((row) => row[0]);
}

/** @param {State} state  Who is paired in round 1. */
function dueIn(state) {
  const out = outOf(state);
  return hereIn(state).filter((number) => !out.has(number));
}

/** @param {DrawRecord} record  The lots as they were drawn: what the director exchanged goes back. */
function lotsBefore(record) {
  const lots = new Map(Object.entries(record.lots).map(([number, lot]) => [Number(number), lot]));
  for (const [one, two] of [...record.swaps].reverse()) {
    const [first, second] = [lots.get(one), lots.get(two)];
    if (first === undefined || second === undefined) continue;
    lots.set(one, second);
    lots.set(two, first);
  }
  return lots;
}

/**
 * Everybody in the order in which the lots put them; a bye is left out of pairs.
 * @param {DrawRecord} record
 * @param {string} order
 */
function published(record, order) {
  if (order === "pairs") {
    let pairs = record.pairs ?? [];
    for (const [one, two] of [...record.swaps].reverse()) {
      const other = new Map([
        [one, two],
        [two, one],
      ]);
      /** @template {number|null} T @param {T} number */
      const swapped = (number) => (number === null ? null : (other.get(number) ?? number));
      pairs = pairs.map(([top, bottom]) => [swapped(top) ?? top, swapped(bottom)]);
    }
    return pairs.flatMap(([top, bottom]) => (bottom === null ? [] : [top, bottom]));
  }
  const lots = lotsBefore(record);
  const groups = order === "groups" ? (record.state.options?.groups ?? 1) : 0;
  /** @param {number} lot */
  const dealt = (lot) => {
    if (!groups) return lot;
    const [group, place] = [Math.floor(lot / GROUP), lot % GROUP];
    return place * (groups + 1) + (place % 2 ? group : groups - group);
  };
  return [...lots].sort(([, one], [, two]) => dealt(one) - dealt(two)).map(([number]) => number);
}

/**
 * True or false: the lots put them into this order or not. Null: more than lots decides.
 * @param {DrawRecord} record
 * @param {Methods} methods
 */
function lotsAgree(record, methods) {
  const { state } = record;
  const method = methods[`${record.algorithm} ${record.version}`];
  if (!method || !record.pairs || record.round !== 1 || state.outcomes.length || hasWishes(state)) return null;
  const { purpose } = method;
  const order = published(record, method.order);
  // Who sits out the first round of groups has a place in one all the same.
  const due = new Set(method.order === "groups" ? hereIn(state) : dueIn(state));
  const left = method.order === "pairs" ? due.size % 2 : 0;
  if (order.some((number) => !due.has(number)) || due.size - new Set(order).size > left) return false;
  const digests = order.map((number) => sha256(`${record.seed}:${purpose}:${number}`));
  return digests.every((digest, n) => !n || digests[n - 1] < digest);
}

/* What is found: names of sentences, and their values --------------------------- */

/** @param {boolean} isSame @param {string} digest  @returns {Finding} */
function aboutFingerprint(isSame, digest) {
  const values = { short: short(digest), digest };
  if (isSame) return { text: "fingerprintSame", mark: "ok", values };
  return { text: "fingerprintOther", mark: "wrong", values };
}

/** @param {boolean|null} agree @param {number} lots  @returns {Finding} */
function aboutLots(agree, lots) {
  if (agree === null) return { text: "lotsMore", mark: "remark", values: { lots } };
  if (agree) return { text: "lotsSame", mark: "ok", values: { lots } };
  return { text: "lotsOther", mark: "wrong", values: { lots } };
}

/**
 * @param {DrawRecord} record
 * @param {Methods} methods
 */
export function examine(record, methods) {
  const digest = sha256(canonical(record.state));
  return [
    aboutFingerprint(digest === record.fingerprint, digest),
    aboutLots(lotsAgree(record, methods), dueIn(record.state).length),
  ];
}

/**
 * @param {string} text
 * @param {Methods} methods
 * @returns {Finding[]}
 */
export function examineText(text, methods) {
  try {
    return examine(JSON.parse(text), methods);
  } catch {
    return [{ text: "unreadable", mark: "wrong", values: {} }];
  }
}
