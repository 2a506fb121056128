/**
 * An independent verifier of draws: what a record says is checked, and the round is
 * drawn again, in the browser of whoever asks. It repeats on purpose what the server
 * knows: who does not believe the server can read here, and in docs/draw-record.md, how
 * a draw is checked. What it finds is told by draw-check.js.
 */
import { BRACKETS, METHODS, drawAgain, exchanged } from "./draw-again.js";
import { isSignature, publishedAt, roundOf } from "./draw-drand.js";
import { CannotBeDrawn, Field } from "./draw-field.js";
import { planRows } from "./draw-plan.js";
import { isRecord } from "./draw-shape.js";
import { sha256 } from "./sha256.js";

/** @typedef {{text: string, mark: "ok"|"wrong"|"remark", values: Record<string, string|number>}} Finding */
/** @typedef {[number, number|null][]} Pairs */
/** @typedef {{outcome: string, findings: Finding[], published: string[][], again: string[][]}} Examined */

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

/** @param {any} value */
const digestOf = (value) => sha256(canonical(value));

/** The digits that people compare: `5D21-E7CD-0A91-77FE`.  @param {string} digest */
const short = (digest) => (digest.slice(0, 16).toUpperCase().match(/.{1,4}/g) ?? []).join("-");

/* What is found: names of sentences, and their values --------------------------- */

/** @param {string} text @param {boolean} isRight @param {Record<string, string|number>} [values]  @returns {Finding} */
const found = (text, isRight, values = {}) => ({
  text: `${text}${isRight ? "Same" : "Other"}`,
  mark: isRight ? "ok" : "wrong",
  values,
});

/** @param {string} text @param {Record<string, string|number>} [values]  @returns {Finding} */
const remark = (text, values = {}) => ({ text, mark: "remark", values });

/** @param {string} text @param {Record<string, string|number>} [values]  @returns {Finding} */
const wrong = (text, values = {}) => ({ text, mark: "wrong", values });

/* The announcement ------------------------------------------------------------- */

const EXTRA = { dice: "rolls", numbers: "until", public: "public", secret: "secret" };

/** @param {any} record  @returns {Finding[]} */
function aboutAnnouncement({ announcement: head, digest, names, salts, hidden, chain }) {
  const own = digestOf(head);
  const steps = [found("announcement", own === digest, { short: short(own), digest: own })];
  const { sources } = head;
  const isKnown =
    (sources.length === 1 && sources[0] === "typed") ||
    (sources.length > 0 && String(sources) === String(Object.keys(EXTRA).filter((one) => sources.includes(one))));
  const hasExtra = Object.entries(EXTRA).every(([source, name]) => name in head === sources.includes(source));
  if (!isKnown || !hasExtra) steps.push(wrong("seedOther"));
  if (sources[0] === "typed") steps.push(remark("typed"));
  steps.push(aboutNames(head, names, salts, hidden), aboutChain(head, chain));
  return steps;
}

/** @param {any} head @param {any} names @param {any} salts @param {any} hidden */
function aboutNames(head, names, salts, hidden) {
  const shown = Object.keys(names);
  const hashes = { ...hidden };
  for (const one of shown) hashes[one] = sha256(`${salts[one]}:${names[one]}`);
  const isWhole = shown.length === Object.keys(salts).length && shown.every((one) => one in salts && !(one in hidden));
  const isRight = isWhole && digestOf(hashes) === head.names;
  return found("names", isRight, { hidden: Object.keys(hidden).length, names: Object.keys(hashes).length });
}

/** @param {any} head @param {any[]} earlier */
function aboutChain(head, earlier) {
  const chain = [...earlier, head];
  const isLinked = chain.every(({ place, before }, k) => {
    const former = chain[k - 1];
    return (place === 1) === !before && (!former || (place === former.place + 1 && before === digestOf(former)));
  });
  /** @param {any} one */
  const isHere = (one) => one.stage.number === head.stage.number && one.round === head.round;
  const numbers = chain.filter(isHere).map(({ number }) => number);
  const isWhole = numbers.length === head.number && numbers.every((number, k) => number === k + 1) && isHere(chain[0]);
  return found("chain", isLinked && isWhole, { place: head.place, count: head.number - 1 });
}

/** @param {any} record  Whether announcement and parts make the seed. */
function isJoined({ announcement: head, digest, parts, seed }) {
  const { sources } = head;
  const names = Object.keys(parts);
  if (names.length !== sources.length || !names.every((name) => sources.includes(name))) return false;
  if ("typed" in parts) return parts.typed === seed;
  const rolls = (parts.dice ?? "").split("-");
  if ("dice" in parts && (rolls.length !== head.rolls || rolls.some((/** @type {string} */ [a, b]) => a < b))) return false;
  const numbers = parts.numbers ?? [];
  if (numbers.some((/** @type {number} */ number, /** @type {number} */ k) => k && number < numbers[k - 1])) return false;
  if ("secret" in parts && sha256(`secret:${parts.secret}`) !== head.secret) return false;
  return digestOf({ ...parts, announcement: digest }) === seed;
}

/** @param {any} record  A number of drand, if one was announced. */
function aboutBeacon({ announcement: head, parts }) {
  const round = roundOf(head.public ?? "");
  if (!round || !("public" in parts)) return [];
  const time = `${new Date(publishedAt(round)).toISOString().slice(0, 19)}Z`;
  if (time <= head.made) return [wrong("drandKnown", { round, time })];
  return [found("drand", isSignature(parts.public, round), { round, time })];
}

/* The draw ----------------------------------------------------------------------- */

/** @param {any} record  The published round before what was changed by hand. */
function asDrawn({ pairs, swaps }) {
  /** @type {import("./draw-field.js").Drawn} */
  let drawn = { pairs, lots: new Map() };
  for (const [one, two] of [...swaps].reverse()) drawn = exchanged(drawn, one, two) ?? drawn;
  const bye = drawn.pairs.find(([, two]) => two === null);
  const both = drawn.pairs.flatMap(([one, two]) => (two === null ? [] : [/** @type {[number, number]} */ ([one, two])]));
  return { pairs: both, bye: bye ? bye[0] : null };
}

/** @param {any} record @param {string} method @param {number} version @param {Field} field @param {(one: number|null) => string} name */
function drawnAgain(record, method, version, field, name) {
  /** @type {Finding[]} */
  const steps = [];
  let drawn;
  try {
    drawn = drawAgain(field, record.seed, version, asDrawn(record));
  } catch (error) {
    if (!(error instanceof CannotBeDrawn || error instanceof RangeError || error instanceof TypeError)) throw error;
    return { steps: [wrong("cannot")], again: [] };
  }
  for (const [one, two, why = ""] of record.swaps) {
    const changed = exchanged(drawn, one, two);
    if (changed) drawn = changed;
    const values = { one: name(one), two: name(two), why };
    steps.push(changed ? remark("byHand", values) : wrong("swapOther", values));
  }
  const place = [...record.pairs.keys(), record.pairs.length].find(
    (k) => canonical(record.pairs[k] ?? null) !== canonical(drawn.pairs[k] ?? null),
  );
  const isSame = record.pairs.length === drawn.pairs.length && canonical(record.pairs) === canonical(drawn.pairs);
  steps.push(found("drawn", isSame, { pairs: drawn.pairs.length, place: (place ?? 0) + 1 }));
  if (drawn.isProved) steps.push(remark("equallyGood"));
  const lots = Object.fromEntries(drawn.lots);
  if (drawn.lots.size || Object.keys(record.lots).length) {
    steps.push(found("lots", canonical(lots) === canonical(record.lots), { lots: drawn.lots.size }));
  }
  if (BRACKETS.includes(method)) steps.push(aboutPlan(record, version === METHODS[method].versions[1], field, drawn.lots));
  else if (record.plan) steps.push(wrong("planOther"));
  return { steps, again: drawn.pairs };
}

/** @param {any} record @param {boolean} isNewest @param {Field} field @param {Map<number, number>} lots */
function aboutPlan({ plan }, isNewest, field, lots) {
  if (!plan) return wrong("planOther");
  if (!isNewest) return remark("planOlder");
  let lines = 2;
  while (lines < Math.max(...lots.values())) lines *= 2;
  try {
    const rows = planRows(field, lines);
    return found("plan", plan.lines === lines && canonical(plan.nodes) === canonical(rows), { matches: rows.length });
  } catch (error) {
    if (!(error instanceof CannotBeDrawn)) throw error;
    return wrong("planOther");
  }
}

/** @param {any} record  @returns {Examined} */
export function examine(record) {
  if (!isRecord(record)) return { outcome: "unreadable", findings: [wrong("unreadable")], published: [], again: [] };
  const head = record.announcement ?? record;
  const { algorithm: method, version, round, fingerprint } = head;
  const field = new Field(record.state);
  /** @param {number|null} one */
  const name = (one) => (one === null ? "" : record.names?.[one] || `#${one}`);
  /** @param {Pairs} pairs */
  const named = (pairs) => pairs.map((pair) => pair.map(name));
  const digest = digestOf(record.state);
  const findings = [found("fingerprint", digest === fingerprint, { short: short(digest), digest })];
  /** @type {Pairs} */
  let again = [];
  if (record.announcement) findings.push(...aboutAnnouncement(record));
  const isKnown = METHODS[method]?.versions.includes(version);
  if (!isKnown || method !== field.format || round !== field.next) {
    findings.push(wrong("methodOther", { method, version, round }));
  } else if (!("seed" in record)) {
    findings.push(remark("notDrawn"));
  } else {
    if (record.announcement) {
      findings.push(found("seed", isJoined(record), { seed: record.seed }), ...aboutBeacon(record));
    }
    const drawn = drawnAgain(record, method, version, field, name);
    findings.push(...drawn.steps);
    again = drawn.again;
  }
  const faults = findings.filter(({ mark }) => mark === "wrong").length;
  const asDrawnOnly = "seed" in record ? (record.swaps.length ? "changed" : "same") : "announced";
  // A method that is not known here proves and refutes nothing.
  const isUnknown = !isKnown && method === field.format && faults === 1;
  const outcome = isUnknown ? "unreadable" : faults ? "different" : asDrawnOnly;
  return { outcome, findings, published: named(record.pairs ?? []), again: named(again) };
}

/** @param {string} text  @returns {Examined} */
export function examineText(text) {
  let record = null;
  try {
    record = JSON.parse(text);
  } catch {
    // A text that is no JSON is no record.
  }
  return examine(record);
}
