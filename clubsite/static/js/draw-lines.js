/**
 * The lines of a bracket: section 10 of docs/draw-record.md.
 */
import { CannotBeDrawn, byLot, needed, sortedBy, twoOf } from "./draw-field.js";

/** @typedef {import("./draw-field.js").Field} Field */
/** @typedef {import("./draw-field.js").Pair} Pair */
/** @typedef {import("./draw-field.js").Numbers} Numbers */
/** @typedef {import("./draw-field.js").Drawn} Drawn */

const KINDS = ["group", "family", "club", "country"];

/** @param {Field} field @param {number} one @param {string} kind @returns {string} */
const folded = (field, one, kind) =>
  String(/** @type {any} */ (field.entrant(one))[kind])
    .trim()
    .toLowerCase()
    .toUpperCase()
    .toLowerCase();

/** The round in which two lines can meet.  @param {number} one @param {number} two */
const meeting = (one, two) => 32 - Math.clz32((one - 1) ^ (two - 1));

/** @param {number} line */
const opposite = (line) => ((line - 1) ^ 1) + 1;

/** @param {number} size  The seed of each line, from the top. */
function seedOrder(size) {
  let seeds = [1];
  while (seeds.length < size) {
    const total = 2 * seeds.length + 1;
    seeds = seeds.flatMap((seed) => [seed, total - seed]);
  }
  return seeds;
}

/** @template T @param {T[]} list @returns {[T, T][]} */
const twos = (list) => list.flatMap((one, k) => list.slice(k + 1).map((two) => /** @type {[T, T]} */ ([one, two])));

/** @param {Field} field @param {string} seed @param {number} version @returns {Drawn} */
export function drawBracket(field, seed, version) {
  if (field.outcomes.length || [...field.lots().values()].some((lot) => lot !== null)) throw new CannotBeDrawn();
  const due = needed(field.due());
  let size = 2;
  while (size < due.length) size *= 2;
  const order = byLot(seed, `${field.format}:lines`, due);
  const hasSeeds = due.some((one) => field.entrant(one).seed !== null);
  const best = sortedBy(order, (one) => field.entrant(one).rank.slice(hasSeeds ? 0 : 2, hasSeeds ? 2 : 4));
  const seeded = best.slice(0, field.seeded);
  const seeds = seedOrder(size);
  const bySeed = sortedBy(
    seeds.map((_, k) => k + 1),
    (line) => [seeds[line - 1]],
  );
  const vacant = vacantLines(field, seed, bySeed, size - due.length);
  const open = bySeed.filter((line) => !vacant.has(line));
  /** @type {Numbers} */
  const lineOf = new Map(seeded.map((one, k) => [one, open[k]]));
  const groups = new Map(due.map((one) => [one, field.entrant(one).group]));
  const ranks = ranksOf(seeded, groups);
  cross(lineOf, groups, ranks.slice(1), size);
  const others = order.filter((one) => !lineOf.has(one));
  const taken = new Set([...vacant, ...lineOf.values()]);
  const free = seeds.map((_, k) => k + 1).filter((line) => !taken.has(line));
  others.forEach((one, k) => lineOf.set(one, free[k]));
  separate(field, lineOf, others, due);
  const hasGroups = due.some((one) => groups.get(one));
  const lines = version > 1 ? farApart(field, seed, lineOf, hasGroups ? ranks : [seeded], others) : lineOf;
  const at = new Map([...lines].map(([one, line]) => [line, one]));
  /** @type {Pair[]} */
  const pairs = [];
  /** @type {[number, null][]} */
  const byes = [];
  for (let line = 1; line < size; line += 2) {
    const [one, two] = [at.get(line), at.get(line + 1)];
    if (one !== undefined && two !== undefined) pairs.push([one, two]);
    else if (one !== undefined || two !== undefined) byes.push([one ?? two ?? 0, null]);
  }
  if (version > 1 && pairs.some(([one, two]) => field.same.has(twoOf(one, two)))) throw new CannotBeDrawn();
  return { pairs: [...pairs, ...byes], lots: lines };
}

/** @param {Field} field @param {string} seed @param {number[]} bySeed @param {number} byes */
function vacantLines(field, seed, bySeed, byes) {
  const [size, way] = [bySeed.length, field.options.byes ?? "spread"];
  const first = Array.from({ length: byes }, (_, k) => 2 * k);
  if (way === "top") return new Set(first.map((k) => k + 2));
  if (way === "bottom") return new Set(first.map((k) => size - k));
  if (way === "spread") return new Set(bySeed.slice(size - byes));
  const kept = new Set(bySeed.slice(0, Math.min(field.seeded, size / 2)));
  /** @type {Numbers} */
  const vacant = new Map();
  for (const line of byLot(seed, `${field.format}:byes`, bySeed)) {
    const match = Math.floor((line - 1) / 2);
    if (vacant.size < byes && !kept.has(line) && !vacant.has(match)) vacant.set(match, line);
  }
  return new Set(vacant.values());
}

/** A rank ends before a seed of a group that is in it.  @param {number[]} seeded @param {Map<number, string>} groups */
function ranksOf(seeded, groups) {
  /** @type {number[][]} */
  const ranks = [];
  let here = new Set();
  for (const one of seeded) {
    const group = groups.get(one) ?? "";
    if (!ranks.length || !group || here.has(group) || here.has("")) {
      ranks.push([]);
      here = new Set();
    }
    ranks[ranks.length - 1].push(one);
    here.add(group);
  }
  return ranks;
}

/** @param {Numbers} lineOf @param {number} one @param {number} two */
function exchange(lineOf, one, two) {
  const [first, second] = [lineOf.get(one) ?? 0, lineOf.get(two) ?? 0];
  lineOf.set(one, second).set(two, first);
}

/** @param {Numbers} lineOf @param {Map<number, string>} groups @param {number[][]} ranks @param {number} size */
function cross(lineOf, groups, ranks, size) {
  const bits = 32 - Math.clz32(size);
  /** @param {number} one */
  const weight = (one) => {
    let found = 0n;
    for (const [two, line] of lineOf) {
      if (two === one || !groups.get(one) || groups.get(one) !== groups.get(two)) continue;
      found += BigInt(size) ** BigInt(bits - meeting(lineOf.get(one) ?? 0, line));
    }
    return found;
  };
  /** @param {number[]} rank */
  const improve = (rank) => {
    let isBetter = false;
    for (const [one, two] of twos(rank)) {
      const before = weight(one) + weight(two);
      if (!before) continue;
      exchange(lineOf, one, two);
      if (weight(one) + weight(two) < before) isBetter = true;
      else exchange(lineOf, one, two);
    }
    return isBetter;
  };
  while (ranks.some(improve));
}

/** @param {Field} field @param {Numbers} lineOf @param {number[]} others @param {number[]} due */
function separate(field, lineOf, others, due) {
  const kinds = field.apart.filter((kind) => KINDS.includes(kind));
  if (due.some((one) => field.entrant(one).group)) kinds.unshift("group");
  if (!kinds.length && !field.forbidden.size) return;
  const values = new Map(due.map((one) => [one, kinds.map((kind) => folded(field, one, kind))]));
  const [base, movable] = [due.length + 1, new Set(others)];
  const at = new Map([...lineOf].map(([one, line]) => [line, one]));
  /** @param {number} one @param {number} line */
  const weight = (one, line) => {
    const two = at.get(opposite(line));
    if (two === undefined) return 0;
    const theirs = values.get(two) ?? [];
    return (values.get(one) ?? []).reduce(
      (found, mine, k) => found * base + (mine && mine === theirs[k] ? 1 : 0),
      field.forbidden.has(twoOf(one, two)) ? 1 : 0,
    );
  };
  /** @param {number} line @param {number} other */
  const gain = (line, other) => {
    if (line === other || opposite(line) === other) return 0;
    const [one, two] = [at.get(line) ?? 0, at.get(other) ?? 0];
    return weight(one, line) + weight(two, other) - weight(one, other) - weight(two, line);
  };
  for (let isBetter = true; isBetter; ) {
    isBetter = false;
    for (const line of sortedBy(at.keys(), (place) => [Math.floor((place - 1) / 2), -place])) {
      const one = at.get(line) ?? 0;
      if (!movable.has(one) || !weight(one, line)) continue;
      const gains = others.map((two) => gain(line, lineOf.get(two) ?? 0));
      const most = Math.max(...gains);
      if (most <= 0) continue;
      const two = others[gains.indexOf(most)];
      exchange(lineOf, one, two);
      at.set(lineOf.get(one) ?? 0, one).set(lineOf.get(two) ?? 0, two);
      isBetter = true;
    }
  }
}

/** The cost if two that should be apart can meet in a round. */
class Apart {
  /** @param {Field} field @param {Numbers} lineOf */
  constructor(field, lineOf) {
    const here = [...lineOf.keys()].sort((one, two) => one - two);
    const rounds = Math.max(32 - Math.clz32(Math.max(1, ...lineOf.values()) - 1), 1);
    const base = BigInt(here.length) ** 2n + 1n;
    let unit = 1n;
    /** @type {{values: Map<number, string>, unit: bigint}[]} */
    this.kinds = [];
    for (const kind of field.apart.filter((name) => KINDS.includes(name)).reverse()) {
      const values = new Map(here.map((one) => [one, folded(field, one, kind)]));
      this.kinds.push({ values, unit });
      unit *= base;
    }
    this.unit = unit;
    this.bound = 0n;
    /** @type {Map<number, Map<number, bigint[]>>} */
    this.mates = new Map();
    const groups = new Map(here.map((one) => [one, folded(field, one, "group")]));
    /** @type {Map<string, number[]>} */
    const members = new Map();
    for (const [one, group] of groups) if (group) members.set(group, [...(members.get(group) ?? []), one]);
    const within = [...members.values()].flatMap((some) => twos(some));
    /** @param {Pair[]} pairs */
    const known = (pairs) => pairs.filter(([one, two]) => one !== two && lineOf.has(one) && lineOf.has(two));
    for (const pairs of [within, known(field.forbiddenPairs), known(field.samePairs)]) {
      const scale = Array.from({ length: rounds }, (_, k) =>
        k + 1 < rounds ? unit * base ** BigInt(rounds - 2 - k) : 0n,
      );
      if (pairs === within) this.#divide([...members.values()].map(({ length }) => length), scale);
      const seen = new Set();
      for (const [one, two] of pairs) {
        if (seen.has(twoOf(one, two))) continue;
        seen.add(twoOf(one, two));
        const before = this.mates.get(one)?.get(two) ?? scale.map(() => 0n);
        const both = before.map((weight, k) => weight + scale[k]);
        this.mates.set(one, (this.mates.get(one) ?? new Map()).set(two, both));
        this.mates.set(two, (this.mates.get(two) ?? new Map()).set(one, both));
      }
      if (pairs.length) unit *= base ** BigInt(rounds);
    }
  }

  /** @param {number[]} sizes @param {bigint[]} scale  The cost if every group were divided evenly. */
  #divide(sizes, scale) {
    for (const size of sizes) {
      let before = 0;
      scale.forEach((weight, k) => {
        const blocks = 2 ** (scale.length - 1 - k);
        const [some, more] = [Math.floor(size / blocks), size % blocks];
        const within = (more * (some + 1) * some + (blocks - more) * some * (some - 1)) / 2;
        this.bound += weight * BigInt(within - before);
        before = within;
      });
    }
  }

  /** @param {bigint} total */
  isLeast(total) {
    return total / this.unit <= this.bound / this.unit;
  }

  /** @param {number} one @param {Numbers} lines @param {Numbers} at */
  weight(one, lines, at) {
    const line = lines.get(one) ?? 0;
    let found = 0n;
    for (const [two, scale] of this.mates.get(one) ?? []) found += scale[meeting(line, lines.get(two) ?? 0) - 1];
    const two = at.get(opposite(line)) ?? 0;
    for (const { values, unit } of this.kinds) if (values.get(one) && values.get(one) === values.get(two)) found += unit;
    return found;
  }

  /** @param {Numbers} lines */
  total(lines) {
    const at = new Map([...lines].map(([one, line]) => [line, one]));
    return [...lines.keys()].reduce((sum, one) => sum + this.weight(one, lines, at), 0n) / 2n;
  }

  /** @param {Numbers} lineOf */
  isAtOnce(lineOf) {
    return [...this.mates].some(([one, mates]) =>
      [...mates.keys()].some((two) => meeting(lineOf.get(one) ?? 0, lineOf.get(two) ?? 0) === 1),
    );
  }

  /** Exchanges lines as long as it helps.  @param {Numbers} start @param {number[][]} movable */
  improved(start, movable) {
    const lines = new Map(start);
    const at = new Map([...lines].map(([one, line]) => [line, one]));
    /** @param {number} one @param {number} two */
    const swap = (one, two) => {
      exchange(lines, one, two);
      at.set(lines.get(one) ?? 0, one).set(lines.get(two) ?? 0, two);
    };
    /** @param {number} one @param {number} two */
    const both = (one, two) => this.weight(one, lines, at) + this.weight(two, lines, at);
    for (let isBetter = true; isBetter; ) {
      isBetter = false;
      for (const rank of movable) {
        for (const one of sortedBy(rank, (who) => [lines.get(who)])) {
          if (!this.weight(one, lines, at)) continue;
          let [most, partner] = [0n, 0];
          for (const two of rank) {
            const before = both(one, two);
            swap(one, two);
            const gain = before - both(one, two);
            swap(one, two);
            if (gain > most) [most, partner] = [gain, two];
          }
          if (most > 0n) {
            swap(one, partner);
            isBetter = true;
          }
        }
      }
    }
    return { lines, total: this.total(lines) };
  }
}

/** @param {Field} field @param {string} seed @param {Numbers} lineOf @param {number[][]} ranks @param {number[]} others */
function farApart(field, seed, lineOf, ranks, others) {
  const wishes = new Apart(field, lineOf);
  if (!wishes.mates.size) return lineOf;
  const rest = ranks.slice(1).flat();
  const ways = [[...ranks.slice(1), others]];
  if (ranks.length > 1) ways.push([[...rest, ...others]], [[...ranks[0].slice(1), ...rest, ...others]]);
  let best = lineOf;
  for (const [way, movable] of ways.entries()) {
    if (way && wishes.isLeast(wishes.total(best))) break;
    if (way < 2 || wishes.isAtOnce(best)) best = bestAttempt(field, seed, best, movable, wishes);
  }
  return best;
}

/** @param {Field} field @param {string} seed @param {Numbers} start @param {number[][]} movable @param {Apart} wishes */
function bestAttempt(field, seed, start, movable, wishes) {
  let best = wishes.improved(start, movable);
  const attempts = start.size <= 64 ? 60 : 4;
  for (let attempt = 2; attempt <= attempts && !wishes.isLeast(best.total); attempt++) {
    const lines = new Map(start);
    for (const rank of movable) {
      const free = rank.map((one) => start.get(one) ?? 0).sort((one, two) => one - two);
      byLot(seed, `${field.format}:apart:${attempt}`, rank).forEach((one, k) => lines.set(one, free[k]));
    }
    const found = wishes.improved(lines, movable);
    if (found.total < best.total) best = found;
  }
  return best.lines;
}

