/**
 * The field of a draw, lots and counts: sections 2 to 4 of docs/draw-record.md, written
 * again for the browser. Nothing of this comes from the server but the record itself.
 * Wins are counted in halves.
 */
import { sha256 } from "./sha256.js";

/** @typedef {[number, number]} Pair */
/** @typedef {Map<number, number>} Numbers  By entrant number. */
/** @typedef {{pairs: Pair[], bye: number|null}} Round */
/** @typedef {{pairs: [number, number|null][], lots: Numbers, isProved?: boolean}} Drawn */

export class CannotBeDrawn extends Error {}

export const PRIME = 2n ** 48n - 59n;

/** Compares rows by their first difference.  @param {any[]} one @param {any[]} two */
export function compared(one, two) {
  for (let k = 0; k < one.length; k++) {
    if (one[k] < two[k]) return -1;
    if (one[k] > two[k]) return 1;
  }
  return 0;
}

/** @template T @param {Iterable<T>} items @param {(item: T) => any[]} key */
export const sortedBy = (items, key) =>
  [...items]
    .map((item) => ({ item, key: key(item) }))
    .sort((one, two) => compared(one.key, two.key))
    .map(({ item }) => item);

/** The first of the least.  @template T @param {Iterable<T>} items @param {(item: T) => any[]} key */
export const leastBy = (items, key) => sortedBy(items, key)[0];

/** @param {string} seed @param {string} purpose @param {Iterable<number>} numbers */
export const byLot = (seed, purpose, numbers) =>
  sortedBy(numbers, (one) => [sha256(`${seed}:${purpose}:${one}`), one]);

/** @param {string} seed @param {string} purpose @param {Iterable<number>} numbers */
export const factorsOf = (seed, purpose, numbers) =>
  new Map([...numbers].map((one) => [one, BigInt(`0x${sha256(`${seed}:${purpose}:${one}`)}`) % PRIME]));

/** @param {number} one @param {number} two */
export const twoOf = (one, two) => (one < two ? `${one} ${two}` : `${two} ${one}`);

/** @param {Iterable<Pair>} pairs */
const ordered = (pairs) => new Set([...pairs].filter(([one, two]) => one !== two).map(([one, two]) => twoOf(one, two)));

/** @param {any[]} list */
const most = (list) => list.reduce((high, value) => (value > high ? value : high), 0);

/** @param {string} rating  Hundredths, the rest cut off. */
function hundredths(rating) {
  const [whole, part = ""] = rating.split(".");
  return Number(whole + `${part}00`.slice(0, 2));
}

/** @param {any[]} row */
function entrantOf(row) {
  const [number, rating, club, present, joined, lot, country = "", family = "", seed = null, wantsBye = false, group = "", pr = null] =
    row;
  return {
    ...{ number, club, present, joined, lot, country, family, seed, wantsBye, group },
    rating: rating === null ? null : Number(rating),
    hundredths: rating === null ? null : hundredths(rating),
    pr: pr === null ? null : hundredths(pr),
    /** Best seed, then best rating; entrants without one come last. */
    rank: [seed === null ? 1 : 0, seed ?? 0, rating === null ? 1 : 0, rating === null ? 0 : -Number(rating)],
  };
}

/** @param {any[]} row */
function outcomeOf(row) {
  const [round, one, two, winner, pointsOne, pointsTwo, played, length, nobody = false] = row;
  return {
    ...{ round, one, two, winner, pointsOne, pointsTwo, played, length, nobody },
    isOpen: winner === null && !nobody,
    isMatch: two !== null && played && winner !== null,
  };
}

/** @typedef {ReturnType<typeof entrantOf>} Entrant */
/** @typedef {ReturnType<typeof outcomeOf>} Outcome */

export class Field {
  /** @param {any} state */
  constructor(state) {
    const options = state.options ?? {};
    this.options = options;
    this.format = /** @type {string} */ (state.format);
    this.rounds = /** @type {number} */ (state.rounds);
    this.length = /** @type {number} */ (state.length);
    /** @type {Map<number, Entrant>} */
    this.entrants = new Map(state.entrants.map((/** @type {any[]} */ row) => [row[0], entrantOf(row)]));
    /** @type {Outcome[]} */
    this.outcomes = state.outcomes.map(outcomeOf);
    this.bye = state.bye === "0" ? 0 : state.bye === "1/2" ? 1 : 2;
    this.walkover = state.walkover ?? "none";
    this.ahead = Boolean(state.ahead);
    this.atOnce = Boolean(state.at_once);
    this.lotsSeed = state.lots_seed ?? "";
    /** @type {[number, number, string][]} */
    this.rests = state.rests ?? [];
    this.samePairs = /** @type {Pair[]} */ (state.same_person ?? []);
    this.forbiddenPairs = /** @type {Pair[]} */ (options.forbidden ?? []);
    this.same = ordered(this.samePairs);
    this.forbidden = ordered(this.forbiddenPairs);
    this.legs = options.legs ?? 1;
    this.lives = options.lives ?? 3;
    this.times = options.times ?? 1;
    this.seeded = options.seeded ?? 0;
    /** @type {string[]} */
    this.apart = options.apart ?? [];
    this.apartRounds = options.apart_rounds ?? 1;
    this.next = 1 + most(this.outcomes.map(({ round }) => round));
  }

  /** @param {number} number @returns {Entrant} */
  entrant(number) {
    const found = this.entrants.get(number);
    if (!found) throw new CannotBeDrawn();
    return found;
  }

  resting() {
    return new Set(this.rests.filter(([round]) => round === this.next).map(([, one]) => one));
  }

  /** The entrants in the event now, including those who sit out the next round. */
  here() {
    const out = this.resting();
    return [...this.entrants.values()]
      .filter(({ number, present, joined }) => (present || out.has(number)) && joined <= this.next)
      .map(({ number }) => number)
      .sort((one, two) => one - two);
  }

  due() {
    const out = this.resting();
    return this.here().filter((one) => !out.has(one));
  }

  /** The lots that were given before.  @returns {Map<number, number|null>} */
  lots() {
    return new Map([...this.entrants.values()].map(({ number, lot }) => [number, lot]));
  }
}

/** @param {number[]} numbers */
export function needed(numbers) {
  if (numbers.length < 2) throw new CannotBeDrawn();
  return numbers;
}

/** @param {Field} field @returns {Numbers} */
const zeros = (field) => new Map([...field.entrants.keys()].map((one) => [one, 0]));

/** @param {Map<any, number>} counts @param {any} key @param {number} [more] */
export const add = (counts, key, more = 1) => counts.set(key, (counts.get(key) ?? 0) + more);

/**
 * Half wins for rounds that were not played: those before a round.
 * @param {Field} field @param {Outcome[]} outcomes @param {number} before @param {number} newest
 * @returns {Numbers}
 */
export function given(field, outcomes, before, newest) {
  /** @type {Numbers} */
  const found = new Map();
  const absent = field.options.absent_worth === "1/2" ? 1 : 0;
  for (const [round, one, kind] of field.rests) {
    if (round < Math.min(before, newest)) add(found, one, field.legs * (kind === "bye" ? 1 : absent));
  }
  if (field.options.late_worth === "1/2") {
    const drawn = new Set(outcomes.flatMap(({ one, two }) => [one, two]));
    for (const { number, joined, present } of field.entrants.values()) {
      if (joined > 1 && (present || drawn.has(number))) add(found, number, (Math.min(joined, before) - 1) * field.legs);
    }
  }
  return found;
}

export class Count {
  /** @param {Field} field @param {Outcome[]} outcomes */
  constructor(field, outcomes) {
    this.wins = zeros(field);
    this.losses = zeros(field);
    this.byes = zeros(field);
    /** @type {Map<number, number[]>} */
    this.beaten = new Map([...field.entrants.keys()].map((one) => [one, []]));
    /** @type {Map<number, number[]>} */
    this.lostTo = new Map([...field.entrants.keys()].map((one) => [one, []]));
    for (const { one, two, winner, played, isOpen } of outcomes) {
      if (isOpen) continue;
      if (two === null) {
        add(this.byes, one);
        add(this.wins, one, field.bye * field.legs);
      } else if (winner === null) {
        add(this.losses, one);
        add(this.losses, two);
      } else {
        const loser = winner === one ? two : one;
        add(this.wins, winner, 2);
        add(this.losses, loser);
        if (played) this.met(winner, loser);
      }
    }
    const last = 1 + most(outcomes.map(({ round }) => round));
    for (const [one, halves] of given(field, outcomes, Infinity, last)) add(this.wins, one, halves);
  }

  /** @param {number} winner @param {number} loser */
  met(winner, loser) {
    this.beaten.get(winner)?.push(loser);
    this.lostTo.get(loser)?.push(winner);
  }

  /** @param {number} one */
  opponents(one) {
    return [...(this.beaten.get(one) ?? []), ...(this.lostTo.get(one) ?? [])];
  }

  /** @param {number} one @param {number} two */
  haveMet(one, two) {
    return Boolean(this.beaten.get(one)?.includes(two) || this.lostTo.get(one)?.includes(two));
  }

  /** @param {number} one */
  byesOf(one) {
    return this.byes.get(one) ?? 0;
  }

  /** @param {number} one */
  winsOf(one) {
    return this.wins.get(one) ?? 0;
  }
}

/** Counts as a draw does: an open match is half a win for both, and they have met.  @param {Field} field */
export function countForDraw(field) {
  const tally = new Count(field, field.outcomes);
  if (field.legs > 1) {
    const last = sortedBy(field.outcomes, ({ isMatch }) => [isMatch ? 1 : 0]);
    const once = new Map(last.map((row) => [`${row.round} ${row.one} ${row.two}`, row]));
    const single = new Count(field, [...once.values()]);
    tally.beaten = single.beaten;
    tally.lostTo = single.lostTo;
  }
  const seen = new Set(field.outcomes.filter(({ isMatch }) => isMatch).map(({ round, one }) => `${round} ${one}`));
  for (const { round, one, two, isOpen } of field.outcomes) {
    if (!isOpen || two === null) continue;
    add(tally.wins, one);
    add(tally.wins, two);
    if (seen.has(`${round} ${one}`)) continue;
    seen.add(`${round} ${one}`);
    tally.lostTo.get(one)?.push(two);
    tally.lostTo.get(two)?.push(one);
  }
  return tally;
}

/** @param {Field} field @returns {Numbers} */
export function lostLives(field) {
  /** @type {Map<string, number>} */
  const balance = new Map();
  for (const { round, one, two, winner, isOpen } of field.outcomes) {
    if (two === null || isOpen) continue;
    add(balance, `${round} ${one} ${two}`, winner === one ? 1 : -1);
    add(balance, `${round} ${two} ${one}`, winner === two ? 1 : -1);
  }
  const lost = zeros(field);
  for (const [key, sum] of balance) if (sum < 0) add(lost, Number(key.split(" ")[1]));
  for (const [round, one] of field.rests) if (round < field.next) add(lost, one);
  return new Map(
    [...field.entrants.values()].map(({ number, joined }) => [
      number,
      Math.min(Math.min(joined - 1, field.lives - 1) + (lost.get(number) ?? 0), field.lives),
    ]),
  );
}

/** The list by strength of the first accelerated draw.  @param {Field} field @param {string} seed @returns {Numbers} */
export function startingNumbers(field, seed) {
  if (field.options.accelerated !== "baku" || field.outcomes.length) return new Map();
  const drawn = byLot(seed, `${field.format}:1:rank`, field.here());
  const order = sortedBy(drawn, (one) => field.entrant(one).rank);
  return new Map(order.map((one, place) => [one, place + 1]));
}

/**
 * The half wins that acceleration lends in a round.
 * @param {Field} field @param {number} round @param {Map<number, number|null>} lots
 * @returns {Numbers}
 */
export function lent(field, round, lots) {
  const accelerated = Math.ceil(field.rounds / 2);
  if (field.options.accelerated !== "baku" || round > accelerated) return new Map();
  const middle = 2 * Math.ceil(most([...lots.values()].map((lot) => lot ?? 0)) / 4);
  const worth = field.legs * (round <= Math.ceil(accelerated / 2) ? 2 : 1);
  return new Map([...lots].filter(([, lot]) => lot !== null && lot <= middle).map(([one]) => [one, worth]));
}

/** Who had more, and who had fewer wins than the last opponent.  @param {Field} field @param {number} legs */
export function floated(field, legs) {
  const halves = zeros(field);
  const last = zeros(field);
  let [round, before] = [0, new Map(halves)];
  for (const row of sortedBy(field.outcomes, (one) => [one.round])) {
    if (row.round !== round) {
      round = row.round;
      before = new Map(halves);
      for (const more of [given(field, field.outcomes, round, field.next), lent(field, round, field.lots())]) {
        for (const [one, wins] of more) add(before, one, wins);
      }
    }
    const { one, two, winner, isOpen } = row;
    if (two === null) {
      add(halves, one, field.bye * legs);
      continue;
    }
    const lead = (before.get(one) ?? 0) - (before.get(two) ?? 0);
    last.set(one, lead);
    last.set(two, -lead);
    if (winner !== null) add(halves, winner, 2);
    else if (isOpen) [one, two].forEach((number) => add(halves, number));
  }
  return {
    down: new Set([...last].filter(([, lead]) => lead > 0).map(([one]) => one)),
    up: new Set([...last].filter(([, lead]) => lead < 0).map(([one]) => one)),
  };
}

/** @param {Field} field @param {number[]} numbers */
export const isByeByLot = (field, numbers) => field.options.bye_to === "lots" && numbers.length % 2 === 1;

/** @param {Field} field @param {string} seed @param {number[]} numbers @param {Count} tally */
export function byeOrder(field, seed, numbers, tally) {
  const order = byLot(seed, `${field.format}:${field.next}:bye`, numbers);
  return sortedBy(order, (one) => [tally.byesOf(one), field.entrant(one).wantsBye ? 0 : 1]);
}
