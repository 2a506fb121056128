/**
 * Formats that are drawn round by round: sections 6, 7 and 9 of docs/draw-record.md.
 */
import {
  CannotBeDrawn,
  Count,
  PRIME,
  add,
  byLot,
  byeOrder,
  compared,
  countForDraw,
  factorsOf,
  floated,
  isByeByLot,
  leastBy,
  lent,
  lostLives,
  needed,
  sortedBy,
  startingNumbers,
  twoOf,
} from "./draw-field.js";
import { leastCostly, Matching } from "./draw-matching.js";
import { scoresForDraw, standings } from "./draw-standings.js";

/** @typedef {import("./draw-field.js").Field} Field */
/** @typedef {import("./draw-field.js").Pair} Pair */
/** @typedef {import("./draw-field.js").Round} Round */
/** @typedef {import("./draw-field.js").Drawn} Drawn */
/** @typedef {import("./draw-field.js").Numbers} Numbers */
/** @typedef {(one: number, two: number) => boolean} Test */

/* Wishes ------------------------------------------------------------------ */

class Wishes {
  /** @param {Field} field @param {boolean} isHeeded */
  constructor(field, isHeeded = true) {
    this.forbidden = isHeeded ? field.forbidden : new Set();
    this.same = isHeeded ? field.same : new Set();
    /** @type {Map<number, string>[]} */
    this.apart = [];
    /** @type {Set<number>} */
    this.asked = new Set();
    /** @type {Set<number>} */
    this.down = new Set();
    /** @type {Set<number>} */
    this.up = new Set();
  }

  /** @param {Field} field @param {number} legs */
  static all(field, legs) {
    const wishes = new Wishes(field);
    const due = field.due().map((one) => field.entrant(one));
    const kinds = !field.apartRounds || field.next <= field.apartRounds ? field.apart : [];
    wishes.apart = kinds.map(
      (kind) =>
        new Map(
          due.flatMap((/** @type {any} */ one) =>
            one[kind] ? [/** @type {[number, string]} */ ([one.number, one[kind]])] : [],
          ),
        ),
    );
    wishes.asked = new Set(due.filter(({ wantsBye }) => wantsBye).map(({ number }) => number));
    return Object.assign(wishes, floated(field, legs));
  }

  /** @param {number} one @param {number} two */
  bars(one, two) {
    return this.same.has(twoOf(one, two)) || this.forbidden.has(twoOf(one, two));
  }

  /** @param {number} one @param {number} two @param {Numbers} heights */
  breaks(one, two, heights) {
    if (this.bars(one, two) || this.apart.some((values) => values.has(one) && values.get(one) === values.get(two))) {
      return true;
    }
    const lead = (heights.get(one) ?? 0) - (heights.get(two) ?? 0);
    return lead !== 0 && (this.down.has(lead > 0 ? one : two) || this.up.has(lead > 0 ? two : one));
  }
}

/* The best round ------------------------------------------------------------- */

const NEWEST = ["same", "rematch", "forbidden", "bye", "height", "distance", "wanted"];
const FORMER = ["same", "rematch", "bye", "height", "distance", "forbidden", "wanted"];

class BestRound {
  /**
   * @param {Numbers} heights @param {Count} tally @param {Map<number, bigint>} factors
   * @param {Wishes} wishes @param {string[]} criteria
   */
  constructor(heights, tally, factors, wishes, criteria = NEWEST) {
    this.heights = heights;
    this.factors = factors;
    this.wishes = wishes;
    this.order = sortedBy(heights.keys(), (one) => [-(heights.get(one) ?? 0), factors.get(one)]);
    this.place = new Map(this.order.map((one, place) => [one, place]));
    /** @type {Map<number, number>[]} */
    this.met = this.order.map((one) => {
      const met = new Map();
      for (const other of tally.opponents(one)) if (this.place.has(other)) add(met, this.place.get(other));
      return met;
    });
    this.level = this.order.map((one) => heights.get(one) ?? 0);
    this.byes = this.order.map((one) => tally.byesOf(one));
    const asked = this.order.map((one) => wishes.asked.has(one));
    this.unasked = asked.map((is) => asked.includes(true) && !is);
    this.nodes = this.order.length + (this.order.length % 2);
    this.lowest = 0;
    this.reach = 0;
    this.weight = /** @type {Record<string, bigint>} */ ({});
    this.apart = /** @type {(string|null)[][]} */ ([]);
    this.apartWeights = /** @type {bigint[]} */ ([]);
    this.down = this.order.map((one) => wishes.down.has(one));
    this.up = this.order.map((one) => wishes.up.has(one));
    this.isBarring = wishes.same.size + wishes.forbidden.size > 0;
    this.#weigh(criteria);
  }

  /** @param {string[]} criteria  Each outweighs the total of all that come after it. */
  #weigh(criteria) {
    const { level, wishes, order } = this;
    const [pairs, odd] = [this.nodes / 2, order.length % 2];
    this.lowest = level[level.length - 1];
    this.reach = level[0] - this.lowest;
    const often = Math.max(0, ...this.met.flatMap((met) => [...met.values()]));
    /** @type {Record<string, number>} */
    const most = {
      same: 0,
      rematch: wishes.same.size ? pairs * often : 0,
      forbidden: Math.min(pairs, wishes.forbidden.size),
      bye: Math.max(...this.byes) * odd,
      height: this.reach * odd,
      distance: pairs * this.reach ** 2,
      wanted: Math.min(wishes.asked.size, 1) * odd,
    };
    const totals = criteria.map((name) => /** @type {[string, number]} */ ([name, most[name]]));
    wishes.apart.forEach((values, kind) => {
      const sizes = new Map();
      for (const one of order) if (values.has(one)) add(sizes, values.get(one));
      totals.push([`apart${kind}`, [...sizes.values()].reduce((sum, size) => sum + Math.floor(size / 2), 0)]);
    });
    totals.push(["floats", Math.min(2 * pairs, wishes.down.size + wishes.up.size)]);
    let value = 1n;
    for (const [name, total] of totals.reverse()) {
      this.weight[name] = value;
      value *= BigInt(total) + 1n;
    }
    this.apart = wishes.apart.map((values) => order.map((one) => values.get(one) ?? null));
    this.apartWeights = wishes.apart.map((_, kind) => this.weight[`apart${kind}`]);
  }

  /** @param {number} high @param {number} low  Two nodes. */
  barred(high, low) {
    const times = this.met[high].get(low);
    let cost = times ? this.weight.rematch * BigInt(times) : 0n;
    if (!this.isBarring) return cost;
    const two = twoOf(this.order[high], this.order[low]);
    if (this.wishes.forbidden.has(two)) cost += this.weight.forbidden;
    return this.wishes.same.has(two) ? cost + this.weight.same : cost;
  }

  /** @param {number} high @param {number} low  Two nodes, the higher first; the last of an odd field is the bye. */
  cost(high, low) {
    const { weight } = this;
    if (low === this.order.length) {
      const cost = weight.height * BigInt(this.level[high] - this.lowest) + weight.bye * BigInt(this.byes[high]);
      return this.unasked[high] ? cost + weight.wanted : cost;
    }
    let cost = this.barred(high, low);
    this.apart.forEach((values, kind) => {
      if (values[high] !== null && values[high] === values[low]) cost += this.apartWeights[kind];
    });
    const lead = this.level[high] - this.level[low];
    if (!lead) return cost;
    cost += weight.distance * BigInt(lead ** 2);
    if (this.down[high]) cost += weight.floats;
    return this.up[low] ? cost + weight.floats : cost;
  }

  /** Whether lots decide between equally good rounds. */
  isUnique() {
    if (this.order.length > 128) return false;
    const { weight } = this;
    let dearest = 0n;
    for (let high = 0; high < this.order.length; high++) {
      for (let low = high + 1; low < this.order.length; low++) {
        const barred = this.barred(high, low);
        if (barred > dearest) dearest = barred;
      }
    }
    const reach = BigInt(this.reach);
    dearest += weight.distance * reach ** 2n + 2n * weight.floats;
    for (const more of this.apartWeights) dearest += more;
    const bye = weight.bye * BigInt(Math.max(...this.byes)) + weight.height * reach + weight.wanted;
    const lots = BigInt(this.nodes / 2) * PRIME + 1n;
    return BigInt(2 * this.nodes) * ((dearest > bye ? dearest : bye) + 1n) * lots < 2n ** 126n;
  }

  /** @param {Round|null} published  Is as good where lots do not decide, if it costs as little. */
  find(published) {
    const { order, factors } = this;
    const [size, isUnique] = [order.length, this.isUnique()];
    const lots = BigInt(this.nodes / 2) * PRIME + 1n;
    /** @param {number} one @param {number} two */
    const cost = (one, two) => {
      const plain = this.cost(one, two);
      if (!isUnique) return plain;
      const mine = factors.get(order[one]) ?? 0n;
      return plain * lots + (two === size ? mine : (mine * (factors.get(order[two]) ?? 0n)) % PRIME);
    };
    const known = this.#asNodes(published);
    let found = leastCostly(this.nodes, cost, known);
    /** @param {Pair[]} pairs */
    const total = (pairs) => pairs.reduce((sum, [one, two]) => sum + cost(one, two), 0n);
    if (!isUnique && known.length && total(known) === total(found)) found = known;
    const bye = found.find(([, two]) => two === size);
    const pairs = found
      .filter(([, two]) => two < size)
      .map(([one, two]) => /** @type {Pair} */ ([order[one], order[two]]));
    return { pairs, bye: bye ? order[bye[0]] : null, isProved: !isUnique };
  }

  /** @param {Round|null} published @returns {Pair[]} */
  #asNodes(published) {
    if (!published) return [];
    const everybody = [...published.pairs.flat(), ...(published.bye === null ? [] : [published.bye])];
    if (everybody.length !== this.order.length || new Set(everybody).size < everybody.length) return [];
    if (!everybody.every((one) => this.place.has(one))) return [];
    const known = published.pairs.map((pair) => {
      const [one, two] = pair.map((number) => this.place.get(number) ?? 0);
      return /** @type {Pair} */ (one < two ? [one, two] : [two, one]);
    });
    if (published.bye !== null) known.push([this.place.get(published.bye) ?? 0, this.order.length]);
    return known;
  }
}

/**
 * Pairs neighbours of an order; exchanges partners only where it costs nothing.
 * @param {number[]} order @param {Numbers} heights @param {Test} isUnwelcome
 * @returns {Pair[]|null}
 */
function neighbours(order, heights, isUnwelcome) {
  /** @type {Pair[]} */
  const pairs = [];
  for (let k = 0; k + 1 < order.length; k += 2) pairs.push([order[k], order[k + 1]]);
  /** @param {Pair} pair */
  const apart = ([one, two]) => ((heights.get(one) ?? 0) - (heights.get(two) ?? 0)) ** 2;
  /** @param {number} index */
  const exchange = (index) => {
    const [one, two] = pairs[index];
    for (let step = 1; step < pairs.length; step++) {
      for (const other of [index + step, index - step]) {
        if (!pairs[other]) continue;
        const [three, four] = pairs[other];
        const before = apart(pairs[index]) + apart(pairs[other]);
        /** @type {[Pair, Pair][]} */
        const ways = [
          [
            [one, three],
            [two, four],
          ],
          [
            [one, four],
            [two, three],
          ],
        ];
        for (const [first, second] of ways) {
          if (before !== apart(first) + apart(second)) continue;
          if (isUnwelcome(...first) || isUnwelcome(...second)) continue;
          pairs[index] = first;
          pairs[other] = second;
          return true;
        }
      }
    }
    return false;
  };
  for (let k = 0; k < pairs.length; k++) if (isUnwelcome(...pairs[k]) && !exchange(k)) return null;
  return pairs;
}

/**
 * The pairing that comes first in the order of a list: the highest gets the nearest
 * partner with whom the others can still be paired.
 * @param {number[]} order @param {Test} mayNot
 * @returns {Pair[]|null}
 */
function firstByList(order, mayNot) {
  const free = [...order];
  /** @type {Pair[]} */
  const pairs = [];
  /** @type {Numbers} */
  let partners = new Map();
  while (free.length) {
    const one = /** @type {number} */ (free.shift());
    let found = null;
    for (const two of free) {
      if (mayNot(one, two)) continue;
      found = completed(
        free.filter((number) => number !== two),
        partners,
        mayNot,
      );
      if (!found) continue;
      partners = found;
      pairs.push([one, two]);
      free.splice(free.indexOf(two), 1);
      break;
    }
    if (!found) return null;
  }
  return pairs;
}

/** @param {number[]} rest @param {Numbers} partners @param {Test} mayNot @returns {Numbers|null} */
function completed(rest, partners, mayNot) {
  const here = new Set(rest);
  const found = new Map([...partners].filter(([one, two]) => here.has(one) && here.has(two)));
  for (const one of rest) {
    if (found.has(one)) continue;
    const two = rest.find((other) => other !== one && !found.has(other) && !mayNot(one, other));
    if (two !== undefined) found.set(one, two).set(two, one);
  }
  const alone = rest.filter((one) => !found.has(one));
  for (let k = 0; k + 1 < alone.length; k += 2) {
    const [one, two] = [alone[k], alone[k + 1]];
    const pair = [...found].find(([three, four]) => !mayNot(one, three) && !mayNot(two, four));
    if (!pair) break;
    found.set(one, pair[0]).set(pair[0], one).set(two, pair[1]).set(pair[1], two);
  }
  if (found.size === rest.length) return found;
  /** @type {[number, number, number][]} */
  const edges = [];
  rest.forEach((one, low) =>
    rest.slice(low + 1).forEach((two, more) => {
      if (!mayNot(one, two)) edges.push([low, low + 1 + more, 0]);
    }),
  );
  const matching = new Matching(rest.length, edges, false);
  if (!matching.isComplete) return null;
  return new Map(matching.mate.map((two, one) => [rest[one], rest[two]]));
}

/** @param {Round} found @param {Wishes} wishes */
function refuseSame(found, wishes) {
  if (found.pairs.some(([one, two]) => wishes.same.has(twoOf(one, two)))) throw new CannotBeDrawn();
  return found;
}

/**
 * @param {number[]} order @param {(holder: number) => Round} bestWithout @param {Count} tally @param {Wishes} wishes
 * @returns {Round|null}
 */
function drawnBye(order, bestWithout, tally, wishes) {
  for (const holder of order.slice(0, 16)) {
    if (tally.byesOf(holder) > tally.byesOf(order[0])) break;
    const found = bestWithout(holder);
    if (found.pairs.every(([one, two]) => !tally.haveMet(one, two) && !wishes.bars(one, two))) {
      return { ...found, bye: holder };
    }
  }
  return null;
}

/** @param {Iterable<Pair>} pairs @param {number|null} bye @returns {[number, number|null][]} */
const tables = (pairs, bye) => (bye === null ? [...pairs] : [...pairs, [bye, null]]);

/** @param {number[]} some @param {number[]} all */
const isAll = (some, all) => some.length === all.length;

/** @param {Round[]} found */
const isProved = (...found) => found.some((round) => Boolean(/** @type {any} */ (round).isProved));

/* The formats ---------------------------------------------------------------- */

/** @param {Field} field @param {string} seed @param {number} version @param {Round|null} published @returns {Drawn} */
export function drawSwiss(field, seed, version, published) {
  const [numbers, round] = [needed(field.due()), field.next];
  const [tally, lots] = [countForDraw(field), startingNumbers(field, seed)];
  const wishes = Wishes.all(field, version === 2 ? 1 : field.legs);
  const more = lent(field, round, new Map([...field.lots(), ...lots]));
  const halves = numbers.map((one) => tally.winsOf(one) + (more.get(one) ?? 0));
  const isHalf = field.bye === 1 || halves.some((wins) => wins % 2);
  const heights = new Map(numbers.map((one, k) => [one, isHalf ? halves[k] : halves[k] / 2]));
  /** @param {number} one */
  const height = (one) => heights.get(one) ?? 0;
  /** @param {number[]} some @param {number} attempt */
  const orderOf = (some, attempt) => sortedBy(byLot(seed, `swiss:${round}:${attempt}`, some), (one) => [-height(one)]);
  /** @type {Test} */
  const isUnwelcome = (one, two) => tally.haveMet(one, two) || wishes.breaks(one, two, heights);
  /** @param {number[]} some @returns {Round} */
  const bestOf = (some) => {
    for (const attempt of [1, 2, 3]) {
      let others = orderOf(some, attempt);
      let bye = null;
      if (others.length % 2) {
        const holder = leastBy(others, (one) => [tally.byesOf(one), height(one), wishes.asked.has(one) ? 0 : 1]);
        others = others.filter((one) => one !== holder);
        bye = holder;
      }
      const pairs = neighbours(others, heights, isUnwelcome);
      if (pairs) return { pairs, bye };
    }
    const factors = factorsOf(seed, `swiss:${round}:pairs`, some);
    const levels = new Map(some.map((one) => [one, height(one)]));
    const best = new BestRound(levels, tally, factors, wishes, version === 2 ? FORMER : NEWEST);
    return best.find(isAll(some, numbers) ? published : null);
  };
  let found = null;
  if (version > 2 && isByeByLot(field, numbers)) {
    const holders = byeOrder(field, seed, numbers, tally);
    found = drawnBye(holders, (holder) => bestOf(numbers.filter((one) => one !== holder)), tally, wishes);
  }
  found ??= bestOf(numbers);
  if (version > 2) refuseSame(found, wishes);
  const place = new Map(orderOf(numbers, 1).map((one, k) => [one, k]));
  const pairs = found.pairs.map((pair) => /** @type {Pair} */ (sortedBy(pair, (one) => [place.get(one)])));
  const sorted = sortedBy(pairs, ([one, two]) => [-height(one), -height(two), place.get(one)]);
  return { pairs: tables(sorted, found.bye), lots: version > 2 ? lots : new Map(), isProved: isProved(found) };
}

/** @param {Field} field @param {string} seed @param {number[]} numbers @returns {Numbers} */
function newLots(field, seed, numbers) {
  const taken = new Map(field.outcomes.length ? [...field.lots()].filter(([, lot]) => lot !== null) : []);
  const order = byLot(
    seed,
    `${field.format}:${field.next}`,
    numbers.filter((one) => !taken.has(one)),
  );
  const first = 1 + Math.max(0, ...[...taken.values()].map(Number));
  return new Map(order.map((one, k) => [one, first + k]));
}

/**
 * @param {Field} field @param {string} seed @param {number[]} order @param {Count} tally
 * @param {{wishes: Wishes, mayNot: Test, published: Round|null}} more
 */
function downTheList(field, seed, order, tally, { wishes, mayNot, published }) {
  const heights = new Map([...order].reverse().map((one, place) => [one, place]));
  /** @param {number} one */
  const height = (one) => heights.get(one) ?? 0;
  /** @type {Round|null} */
  let found = null;
  if (order.length % 2 === 0) {
    const pairs = firstByList(order, mayNot);
    if (pairs) found = { pairs, bye: null };
  } else {
    let byes = sortedBy([...order].reverse(), (one) => [tally.byesOf(one)]);
    if (isByeByLot(field, order)) byes = byeOrder(field, seed, order, tally);
    for (const bye of byes) {
      const pairs = firstByList(
        order.filter((one) => one !== bye),
        mayNot,
      );
      if (!pairs) continue;
      found = { pairs, bye };
      break;
    }
  }
  if (!found) {
    const factors = factorsOf(seed, `${field.format}:${field.next}:pairs`, order);
    found = new BestRound(heights, tally, factors, wishes).find(published);
  }
  refuseSame(found, wishes);
  const pairs = found.pairs.map(
    ([one, two]) => /** @type {Pair} */ (height(one) > height(two) ? [one, two] : [two, one]),
  );
  const sorted = sortedBy(pairs, ([one]) => [-height(one)]);
  return { pairs: tables(sorted, found.bye), isProved: isProved(found) };
}

/** @param {Field} field @param {Numbers} lots @param {number} one */
const lotOf = (field, lots, one) => lots.get(one) ?? field.entrant(one).lot ?? 0;

/** @param {Field} field @param {string} seed @param {number} version @param {Round|null} published @returns {Drawn} */
export function drawMonrad(field, seed, version, published) {
  const numbers = needed(field.due());
  const [tally, lots] = [countForDraw(field), newLots(field, seed, numbers)];
  const score = scoresForDraw(field);
  const order = sortedBy(numbers, (one) => [-(score.get(one) ?? 0), lotOf(field, lots, one)]);
  const wishes = new Wishes(field, version > 1);
  /** @type {Test} */
  const mayNot = (one, two) => tally.haveMet(one, two) || wishes.bars(one, two);
  return { ...downTheList(field, seed, order, tally, { wishes, mayNot, published }), lots };
}

/** @param {Field} field @param {string} seed @param {number} version @param {Round|null} published @returns {Drawn} */
export function drawDanish(field, seed, version, published) {
  const numbers = needed(field.due());
  const [tally, lots] = [new Count(field, field.outcomes), newLots(field, seed, numbers)];
  const strength = standings(field);
  const byNumber = sortedBy(numbers, (one) => [lotOf(field, lots, one)]);
  const order = byNumber
    .map((one, k) => ({ one, k }))
    .sort((a, b) => compared(strength.get(b.one) ?? [], strength.get(a.one) ?? []) || a.k - b.k)
    .map(({ one }) => one);
  const wishes = new Wishes(field, version > 1);
  for (const met of [tally.beaten, tally.lostTo]) for (const one of met.keys()) met.set(one, []);
  /** @type {Test} */
  const mayNot = (one, two) => wishes.bars(one, two);
  return { ...downTheList(field, seed, order, tally, { wishes, mayNot, published }), lots };
}

/** @param {Field} field @param {string} seed @param {number} version @param {Round|null} published @returns {Drawn} */
export function drawLives(field, seed, version, published) {
  const lost = lostLives(field);
  /** @param {number} one */
  const losses = (one) => lost.get(one) ?? 0;
  const numbers = needed(field.due().filter((one) => losses(one) < field.lives));
  const tally = new Count(field, field.outcomes);
  const wishes = new Wishes(field, version > 1);
  const heights = new Map(numbers.map((one) => [one, -losses(one)]));
  const purpose = `lives:${field.next}`;
  const order = sortedBy(byLot(seed, `${purpose}:1`, numbers), (one) => [losses(one)]);
  /** @type {Test} */
  const isUnwelcome = (one, two) => tally.haveMet(one, two) || wishes.bars(one, two);
  /** @param {number[]} some @returns {Round} */
  const bestOf = (some) => {
    let [others, bye] = [some, /** @type {number|null} */ (null)];
    if (some.length % 2) {
      const holder = leastBy(some, (one) => [tally.byesOf(one), -losses(one)]);
      others = some.filter((one) => one !== holder);
      bye = holder;
    }
    const pairs = neighbours(others, heights, isUnwelcome);
    if (pairs) return { pairs, bye };
    const factors = factorsOf(seed, `${purpose}:pairs`, some);
    const levels = new Map(some.map((one) => [one, -losses(one)]));
    return new BestRound(levels, tally, factors, wishes).find(isAll(some, numbers) ? published : null);
  };
  let found = null;
  if (isByeByLot(field, numbers)) {
    const holders = byeOrder(field, seed, numbers, tally);
    found = drawnBye(holders, (holder) => bestOf(order.filter((one) => one !== holder)), tally, wishes);
  }
  found = refuseSame(found ?? bestOf(order), wishes);
  const place = new Map(order.map((one, k) => [one, k]));
  const pairs = found.pairs.map((pair) => /** @type {Pair} */ (sortedBy(pair, (one) => [place.get(one)])));
  const sorted = sortedBy(pairs, (pair) => pair.map((one) => place.get(one)));
  return { pairs: tables(sorted, found.bye), lots: new Map(), isProved: isProved(found) };
}

/* Free club night ------------------------------------------------------------- */

class Night {
  /** @param {Field} field @param {number[]} free @param {Map<number, bigint>} factors @param {number} version */
  constructor(field, free, factors, version) {
    this.field = field;
    this.factors = factors;
    this.keeps = version > 1;
    /** @type {Map<number, number[]>} */
    this.met = new Map();
    const last = new Map();
    const played = new Map(
      field.outcomes.filter(({ isMatch }) => isMatch).map((row) => [`${row.round} ${row.one} ${row.two}`, row]),
    );
    for (const { round, one, two } of sortedBy(played.values(), (row) => [row.round, row.one, row.two])) {
      this.met.set(one, [...this.metBy(one), two]);
      this.met.set(two, [...this.metBy(two), one]);
      last.set(one, round).set(two, round);
    }
    this.place = this.#places(free);
    this.order = sortedBy(free, (one) => [this.placeOf(one), factors.get(one)]);
    const turns = new Map(free.map((one) => [one, [this.metBy(one).length, last.get(one) ?? 0]]));
    const most = [...new Set([...turns.values()].map((turn) => turn.join(" ")))]
      .map((turn) => turn.split(" ").map(Number))
      .sort((one, two) => compared(two, one))
      .map((turn) => turn.join(" "));
    this.waits = new Map([...turns].map(([one, turn]) => [one, most.indexOf(turn.join(" "))]));
  }

  /** @param {number} one */
  metBy(one) {
    return this.met.get(one) ?? [];
  }

  /** @param {number} one */
  placeOf(one) {
    return this.place.get(one) ?? 0;
  }

  /** @param {number[]} free @returns {Numbers} */
  #places(free) {
    const ratings = free.map((one) => this.field.entrant(one).rating);
    const known = ratings.flatMap((rating) => (rating === null ? [] : [-rating])).sort((one, two) => one - two);
    const middle = known[Math.floor(known.length / 2)] ?? 0;
    const below = ratings.map((rating) => (rating === null ? middle : -rating));
    const ranked = [...below].sort((one, two) => one - two);
    return new Map(free.map((one, k) => [one, known.length ? ranked.indexOf(below[k]) : 0]));
  }

  /** @param {number} one @param {number} two  Sorts of pairs that are better not made. */
  barred(one, two) {
    if (!this.keeps) return { same: 0, just: 0, forbidden: 0 };
    const [mine, theirs] = [this.metBy(one), this.metBy(two)];
    return {
      same: this.field.same.has(twoOf(one, two)) ? 1 : 0,
      just: mine[mine.length - 1] === two && theirs[theirs.length - 1] === one ? 1 : 0,
      forbidden: this.field.forbidden.has(twoOf(one, two)) ? 1 : 0,
    };
  }

  /** @param {number} one @param {number} two */
  repeats(one, two) {
    /** @param {number} who @param {number} other */
    const ago = (who, other) => [...this.metBy(who)].reverse().flatMap((met, k) => (met === other ? [k] : []));
    const [mine, theirs] = [ago(one, two), ago(two, one)];
    const cost = mine.reduce((sum, since, k) => sum + Math.max(8 - Math.min(since, theirs[k]), 1), 0);
    return Math.min(cost, 255);
  }

  blocks() {
    let order = this.order;
    if (order.length <= 128) return [order];
    if (order.length % 2) {
      const first = leastBy(order, (one) => [this.waits.get(one), this.factors.get(one)]);
      order = order.filter((one) => one !== first);
    }
    return Array.from({ length: Math.ceil(order.length / 128) }, (_, k) => order.slice(128 * k, 128 * k + 128));
  }

  /** @param {number[]} block @returns {Pair[]} */
  best(block) {
    const size = block.length;
    const nodes = size + (size % 2);
    const totals = { just: 0, forbidden: 0, repeats: 0 };
    const pairs = block.map((one) =>
      block.map((two) => ({ ...this.barred(one, two), repeats: one === two ? 0 : this.repeats(one, two) })),
    );
    for (let low = 0; low < size; low++) {
      for (let high = low + 1; high < size; high++) {
        totals.just += pairs[low][high].just;
        totals.forbidden += pairs[low][high].forbidden;
        totals.repeats = Math.max(totals.repeats, pairs[low][high].repeats);
      }
    }
    const reach = this.placeOf(block[size - 1]) - this.placeOf(block[0]);
    const [distance, repeat, wait, forbidden, just, same] = [
      BigInt(nodes / 2) * PRIME,
      BigInt((nodes / 2) * reach ** 2),
      BigInt((nodes / 2) * totals.repeats),
      BigInt(Math.max(...block.map((one) => this.waits.get(one) ?? 0))),
      BigInt(totals.forbidden),
      BigInt(totals.just),
    ].reduce((weights, total) => [...weights, weights[weights.length - 1] * (total + 1n)], [1n]).slice(1);
    /** @param {number} one */
    const factor = (one) => this.factors.get(one) ?? 0n;
    const found = leastCostly(nodes, (low, high) => {
      const one = block[low];
      if (high === size) return wait * BigInt(this.waits.get(one) ?? 0) + factor(one);
      const [pair, two] = [pairs[low][high], block[high]];
      return (
        same * BigInt(pair.same) +
        just * BigInt(pair.just) +
        forbidden * BigInt(pair.forbidden) +
        repeat * BigInt(pair.repeats) +
        distance * BigInt((this.placeOf(one) - this.placeOf(two)) ** 2) +
        ((factor(one) * factor(two)) % PRIME)
      );
    });
    return found.filter(([, high]) => high < size).map(([low, high]) => [block[low], block[high]]);
  }

  /** @param {Pair} pair */
  plays([one, two]) {
    const { same, just, forbidden } = this.barred(one, two);
    const waits = forbidden || (just && this.field.outcomes.some(({ isOpen }) => isOpen));
    return !same && (this.field.atOnce || !waits);
  }
}

/** @param {Field} field @param {string} seed @param {number} version @returns {Drawn} */
export function drawNight(field, seed, version) {
  const busy = new Set(field.outcomes.filter(({ isOpen }) => isOpen).flatMap(({ one, two }) => [one, two]));
  const free = needed(field.due().filter((one) => !busy.has(one)));
  const factors = factorsOf(seed, `night:${field.next}`, free);
  const night = new Night(field, free, factors, version);
  const pairs = night.blocks().flatMap((block) => night.best(block).filter((pair) => night.plays(pair)));
  if (!pairs.length) throw new CannotBeDrawn();
  const sorted = sortedBy(pairs, (pair) => [
    ...pair.map((one) => night.metBy(one).length).sort((one, two) => one - two),
    factors.get(pair[0]),
  ]);
  return { pairs: tables(sorted, null), lots: new Map() };
}

/* Round robin ----------------------------------------------------------------- */

const STEP = 10000;

/** @param {number} size @param {number} round @returns {Pair[]} */
function berger(size, round) {
  const last = size + (size % 2);
  const circle = last - 1;
  const head = round % 2 ? (round + 1) / 2 : (round + last) / 2;
  /** @type {Pair[]} */
  const pairs = [round % 2 ? [head, last] : [last, head]];
  for (let step = 1; step < last / 2; step++) {
    const down = (((head - step - 1) % circle) + circle) % circle;
    pairs.push([((head + step - 1) % circle) + 1, down + 1]);
  }
  return pairs;
}

/** @param {Numbers} seats @param {number} round @param {number} times  null is an empty seat. */
function scheduled(seats, round, times) {
  const size = Math.max(...seats.keys());
  const rounds = Math.max(size + (size % 2) - 1, 1);
  const cycle = Math.floor((round - 1) / rounds);
  if (cycle >= times || size < 2) return [];
  const pairs = berger(size, ((round - 1) % rounds) + 1).map((pair) => pair.map((seat) => seats.get(seat) ?? null));
  return cycle % 2 ? pairs.map((pair) => pair.reverse()) : pairs;
}

/** @param {Map<number, number|null>} lots */
function seatsOf(lots) {
  /** @type {Map<number, Numbers>} */
  const seats = new Map();
  for (const [one, lot] of lots) {
    if (lot === null) continue;
    const group = Math.floor(lot / STEP);
    seats.set(group, (seats.get(group) ?? new Map()).set(lot % STEP, one));
  }
  return seats;
}

/** @param {Field} field @param {string} seed @param {number} version @returns {Drawn} */
export function drawRoundRobin(field, seed, version) {
  const isLater = field.outcomes.length > 0;
  const { playing, lots } = isLater
    ? latecomers(field, seed, version)
    : { playing: needed(field.due()), lots: dealt(field, seed, version > 1) };
  const here = new Set(playing);
  const seats = seatsOf(new Map([...(isLater ? field.lots() : []), ...lots]));
  /** @type {Pair[]} */
  const pairs = [];
  /** @type {[number, null][]} */
  const byes = [];
  for (const [, group] of sortedBy(seats, ([number]) => [number])) {
    for (const pair of scheduled(group, field.next, field.times)) {
      const both = pair.flatMap((one) => (one !== null && here.has(one) ? [one] : []));
      if (both.length === 2) pairs.push([both[0], both[1]]);
      else if (both.length) byes.push([both[0], null]);
    }
  }
  return { pairs: [...pairs, ...byes], lots };
}

/** @param {Field} field @param {string} seed @param {number} version */
function latecomers(field, seed, version) {
  const [lots, seats] = [field.lots(), seatsOf(field.lots())];
  /** @param {Numbers} taken */
  const isPlaying = (taken) => scheduled(taken, field.next, field.times).length > 0;
  const going = new Set([...seats].filter(([, taken]) => isPlaying(taken)).map(([group]) => group));
  const due = field.due().filter((one) => {
    const lot = lots.get(one) ?? null;
    return lot === null || going.has(Math.floor(lot / STEP));
  });
  /** @param {number[]} order @returns {Numbers} */
  const placed = (order) => {
    const groupOf = new Map([...seats].flatMap(([group, taken]) => [...taken.values()].map((one) => [one, group])));
    /** @type {[number, number, number][]} */
    const all = [];
    for (const [group, taken] of seats) {
      const last = Math.max(...taken.keys());
      for (let seat = 1; going.has(group) && seat <= last + (last % 2); seat++) {
        if (!taken.has(seat)) all.push([taken.size, group, seat]);
      }
    }
    const free = sortedBy(all, (row) => row);
    const found = new Map();
    for (const one of order) {
      const never = new Set([...groupOf].filter(([other]) => field.same.has(twoOf(one, other))).map(([, its]) => its));
      const place = free.findIndex(([, group]) => !never.has(group));
      if (place < 0) continue;
      const [[, group, seat]] = free.splice(place, 1);
      groupOf.set(one, group);
      found.set(one, STEP * group + seat);
    }
    return found;
  };
  const late = due.filter((one) => (lots.get(one) ?? null) === null);
  const seated = placed([...late].sort((one, two) => one - two));
  const playing = needed(due.filter((one) => (lots.get(one) ?? null) !== null || seated.has(one)));
  if (version === 1 && seated.size < late.length) throw new CannotBeDrawn();
  return { playing, lots: placed(byLot(seed, `round_robin:${field.next}`, [...seated.keys()])) };
}

/** @param {Field} field @param {string} seed @param {boolean} isHeeded @returns {Numbers} */
function dealt(field, seed, isHeeded) {
  const order = byLot(seed, "round_robin:1", field.here());
  const count = Math.max(1, Math.min(field.options.groups ?? 1, Math.floor(order.length / 2)));
  const best = sortedBy(order, (one) => field.entrant(one).rank).slice(0, field.seeded);
  const there = Array.from({ length: count }, (_, k) => k + 1);
  const turn = [...there, ...[...there].reverse()];
  const deal = order.map((_, k) => turn[k % turn.length]);
  /** @type {Numbers} */
  const groupOf = new Map(best.map((one, k) => [one, deal[k]]));
  const left = deal.slice(best.length);
  /** @param {number} one */
  const marks = (one) => field.apart.map((kind) => /** @type {any} */ (field.entrant(one))[kind]);
  const unseeded = order.filter((one) => !groupOf.has(one));
  const sizes = field.apart.map(() => new Map());
  for (const one of unseeded) marks(one).forEach((mark, kind) => add(sizes[kind], mark));
  const crowded = sortedBy(unseeded, (one) => marks(one).map((mark, kind) => (mark ? -sizes[kind].get(mark) : 0)));
  const [same, never] = isHeeded ? [field.samePairs, field.forbiddenPairs] : [[], []];
  /** @param {Pair[]} pairs @param {number} one */
  const isIn = (pairs, one) => pairs.some((pair) => pair[0] !== pair[1] && pair.includes(one));
  for (const one of sortedBy(crowded, (who) => [isIn(same, who) ? 0 : 1, isIn(never, who) ? 0 : 1])) {
    const price = new Map(
      [...new Set(left)].map((group) => {
        const others = [...groupOf].filter(([, its]) => its === group).map(([two]) => two);
        /** @param {(two: number) => boolean} test */
        const many = (test) => others.filter(test).length;
        return [
          group,
          [
            many((two) => isHeeded && field.same.has(twoOf(one, two))),
            many((two) => isHeeded && field.forbidden.has(twoOf(one, two))),
            ...marks(one).map((mark, kind) => (mark ? many((two) => marks(two)[kind] === mark) : 0)),
          ],
        ];
      }),
    );
    const group = leastBy(left, (its) => price.get(its) ?? []);
    groupOf.set(one, group);
    left.splice(left.indexOf(group), 1);
  }
  for (const [one, two] of same) {
    if (one !== two && groupOf.has(one) && groupOf.get(one) === groupOf.get(two)) throw new CannotBeDrawn();
  }
  const seats = new Map();
  return new Map(
    order.map((one) => {
      const group = groupOf.get(one) ?? 0;
      add(seats, group);
      return [one, STEP * group + seats.get(group)];
    }),
  );
}
