/**
 * The matches of a bracket and of the brackets of its losers: section 11 of
 * docs/draw-record.md.
 */
import { CannotBeDrawn, compared, sortedBy } from "./draw-field.js";

/** @typedef {import("./draw-field.js").Field} Field */
/** @typedef {[string, number]} Source  Kind and number of a line or a match. */
/** @typedef {{number: number, section: string, round: number, position: number, top: Source, bottom: Source, isReset: boolean}} Node */
/** @typedef {Map<number, bigint>} Exits  By match: the chance, in units of 2**-64, to have left it this way. */
/** @typedef {[number, number][]} Intake  Groups of losers, and how many of each enter a round. */

/** @type {Record<number, number[]>} */
const CROSSINGS = {
  8: [1],
  16: [2, 0],
  32: [2, 2, 0],
  64: [8, 6, 1, 1],
  128: [8, 8, 6, 0, 1],
  256: [16, 12, 8, 6, 0, 1],
  512: [16, 16, 12, 8, 6, 0, 1],
  1024: [128, 80, 48, 28, 2, 3, 2, 0],
  2048: [128, 128, 80, 48, 28, 6, 1, 2, 0],
  4096: [128, 128, 128, 80, 48, 28, 6, 0, 2, 0],
};

/** @param {Source} source */
const isNobody = ([kind, of]) => kind === "line" && of === 0;

/** @template T @param {T[]} list @returns {[T, T][]} */
const neighbours = (list) =>
  Array.from({ length: Math.floor(list.length / 2) }, (_, k) => [list[2 * k], list[2 * k + 1]]);

/** @param {string} kind @param {Node[]} nodes */
const from = (kind, nodes) => nodes.map(({ number }) => /** @type {Source} */ ([kind, number]));

/** The rows of a plan.  @param {Field} field @param {number} lines */
export function planRows(field, lines) {
  return new Plan(field, lines).nodes.map(({ number, section, round, position, top, bottom, isReset }) => [
    ...[number, section, round, position, ...top, ...bottom],
    ...(isReset ? [true] : []),
  ]);
}

class Plan {
  /** @param {Field} field @param {number} lines */
  constructor(field, lines) {
    /** @type {Node[]} */
    this.nodes = [];
    /** @type {Map<number, {won: Exits, lost: Exits}>} */
    this.pasts = new Map();
    /** @type {Node[][]} */
    this.main = [];
    let coming = Array.from({ length: lines }, (_, k) => /** @type {Source} */ (["line", k + 1]));
    while (coming.length > 1) {
      this.main.push(this.#add("main", this.main.length + 1, neighbours(coming)));
      coming = from("winner", this.main[this.main.length - 1]);
    }
    if (field.format === "double_elimination") this.#lower(lines, field.options.reset ?? true);
    this.used = new Set(
      this.nodes.flatMap(({ top, bottom }) => [top, bottom]).flatMap(([kind, of]) => (kind === "loser" ? [of] : [])),
    );
    const known = new Set(["main", ...this.nodes.map(({ section }) => section)]);
    const waiting = [...(field.options.branches ?? [])];
    while (waiting.length) {
      const place = waiting.findIndex(([, of]) => known.has(of));
      if (place < 0) throw new CannotBeDrawn();
      const [branch] = waiting.splice(place, 1);
      known.add(branch[0]);
      this.#branch(branch);
    }
  }

  /** @param {string} section @param {number} round @param {[Source, Source][]} pairs */
  #add(section, round, pairs) {
    const added = pairs.map(([top, bottom], position) => ({
      ...{ number: this.nodes.length + position + 1, section, round, position },
      ...{ top, bottom, isReset: false },
    }));
    this.nodes.push(...added);
    return added;
  }

  /** @param {number} lines @param {boolean} isReset */
  #lower(lines, isReset) {
    let coming = from("loser", this.main[0]);
    const masks = [...(CROSSINGS[lines] ?? []), 0];
    this.main.slice(1).forEach((above, place) => {
      const here = this.#add("lower", 2 * place + 1, neighbours(coming));
      const losers = from("loser", above);
      const pairs = from("winner", here).map((one, k) => /** @type {[Source, Source]} */ ([one, losers[k ^ masks[place]]]));
      coming = from("winner", this.#add("lower", 2 * place + 2, pairs));
    });
    const [unbeaten] = from("winner", this.main[this.main.length - 1]);
    const [{ number }] = this.#add("final", 1, [[unbeaten, coming[0]]]);
    if (!isReset) return;
    const [again] = this.#add("final", 2, [
      [
        ["loser", number],
        ["winner", number],
      ],
    ]);
    again.isReset = true;
  }

  /** @param {[string, string, string, number, number]} branch */
  #branch([section, of, pattern, first, last]) {
    const feeding = this.nodes.filter(
      (node) => node.section === of && !node.isReset && !isNobody(node.top) && !isNobody(node.bottom),
    );
    const rounds = Math.max(0, ...feeding.map(({ round }) => round));
    const latest = pattern === "first_loss" ? Math.min(2, rounds - 1) : rounds - 1;
    const until = last ? Math.min(last, rounds) : latest;
    /** @type {Source[][]} */
    const groups = [];
    for (let round = Math.max(first, 1); round <= until; round++) {
      const group = sortedBy(
        feeding.filter((node) => node.round === round),
        ({ position }) => [position],
      );
      if (group.some(({ number }) => this.used.has(number))) throw new CannotBeDrawn();
      for (const { number } of group) this.used.add(number);
      if (group.length) groups.push(group.map((node) => loserOf(node, pattern)));
    }
    const sizes = groups.map(({ length }) => length);
    const isShifted = pattern === "shifted";
    const masks = of === "main" ? knownMasks(sizes, isShifted) : null;
    /** @type {Source[]} */
    let survivors = [];
    let byes = 0;
    lineUp(sizes, isShifted).forEach((intake, place) => {
      const entrants = taken(groups, intake);
      if (!survivors.length) survivors = entrants.splice(0, intake[0][1]);
      /** @type {[Source, Source][]} */
      let free = [];
      if ((survivors.length + entrants.length) % 2) {
        byes += 1;
        const alone = byes % 2 ? survivors.pop() : survivors.shift();
        free = [[/** @type {Source} */ (alone), ["line", 0]]];
      }
      let pairs;
      if (masks && intake.length) {
        const mask = masks[intake[intake.length - 1][0]];
        const moved = entrants.map((_, k) => entrants[k ^ mask]);
        pairs = meetings(survivors, moved, false);
      } else {
        pairs = this.#fewestRematches(survivors, entrants);
      }
      const here = this.#add(section, place + 1, byes % 2 ? [...pairs, ...free] : [...free, ...pairs]);
      survivors = from("winner", here);
    });
  }

  /** The matches behind a source, with the chance of each way.  @param {Source} source @returns {{won: Exits, lost: Exits}} */
  #past([kind, number]) {
    if (kind === "line") return { won: new Map(), lost: new Map() };
    const node = this.nodes[number - 1];
    let past = this.pasts.get(number);
    if (!past) {
      const [top, bottom] = [this.#past(node.top), this.#past(node.bottom)];
      past = { won: half(top.won, bottom.won), lost: half(top.lost, bottom.lost) };
      this.pasts.set(number, past);
    }
    const [won, lost] = [new Map(past.won), new Map(past.lost)];
    if (kind === "first_loser") {
      for (const exits of [won, lost]) {
        for (const one of [...exits.keys()]) if (this.nodes[one - 1].section === node.section) exits.delete(one);
      }
    }
    (kind === "winner" ? won : lost).set(number, 2n ** 64n);
    return { won, lost };
  }

  /** @param {Source[]} survivors @param {Source[]} entrants */
  #fewestRematches(survivors, entrants) {
    const sides = [...survivors, ...entrants];
    const pasts = sides.map((side) => this.#past(side));
    const again = pasts.map((one) => pasts.map((two) => common(one.won, two.lost) + common(one.lost, two.won)));
    const place = new Map(sides.map((side, k) => [side, k]));
    const ahead = entrants.length > 64 ? 4 : sides.length;
    /** @param {[Source, Source][]} way */
    const expected = (way) => {
      let blocks = way.map((pair) => pair.map((side) => place.get(side) ?? 0));
      const found = [blocks.reduce((sum, [one, two]) => sum + again[one][two], 0n)];
      for (let shift = 2n; blocks.length > 1 && found.length < ahead; shift += 2n) {
        const pairs = neighbours(blocks);
        let total = 0n;
        for (const [some, more] of pairs) for (const one of some) for (const two of more) total += again[one][two];
        found.push(total >> shift);
        blocks = pairs.map(([some, more]) => [...some, ...more]);
      }
      return [found.reduce((sum, more) => sum + more, 0n), ...found];
    };
    const late = entrants.length === survivors.length ? [false] : [false, true];
    const ways = orders(entrants.length).flatMap((order) =>
      late.map((isLate) => {
        const way = meetings(
          survivors,
          order.map((k) => entrants[k]),
          isLate,
        );
        return { way, cost: expected(way) };
      }),
    );
    return ways.reduce((best, one) => (compared(one.cost, best.cost) < 0 ? one : best)).way;
  }
}

/** @param {Node} node @param {string} pattern @returns {Source} */
function loserOf({ number, top, bottom }, pattern) {
  const isFirst = top[0] === "line" && bottom[0] === "line";
  return [pattern === "first_loss" && !isFirst ? "first_loser" : "loser", number];
}

/** @param {Exits} one @param {Exits} two @returns {Exits} */
function half(one, two) {
  const both = new Map(one);
  for (const [node, chance] of two) both.set(node, (both.get(node) ?? 0n) + chance);
  return new Map([...both].map(([node, chance]) => [node, chance / 2n]));
}

/** @param {Exits} some @param {Exits} others */
function common(some, others) {
  let sum = 0n;
  for (const [node, chance] of some) sum += chance * (others.get(node) ?? 0n);
  return sum;
}

/** @param {number[]} sizes @param {boolean} isShifted */
function knownMasks(sizes, isShifted) {
  if (!sizes.length) return null;
  const lines = 2 * sizes[0];
  if (sizes.some((size, place) => size !== lines >> (place + 1))) return null;
  const full = Math.max(30 - Math.clz32(lines), 1);
  if (isShifted && (sizes.length === 3 || sizes.length !== full)) return null;
  return [0, ...(CROSSINGS[lines] ?? []), 0].slice(0, sizes.length);
}

/**
 * The matches of a round; a surplus is spread evenly.
 * @param {Source[]} survivors @param {Source[]} entrants @param {boolean} isLate
 * @returns {[Source, Source][]}
 */
function meetings(survivors, entrants, isLate) {
  const few = Math.min(survivors.length, entrants.length);
  const matches = Math.floor((survivors.length + entrants.length) / 2);
  const [old, fresh] = [[...survivors], [...entrants]];
  const many = survivors.length > few ? old : fresh;
  let total = isLate ? 0 : matches - 1;
  /** @param {Source[]} side */
  const next = (side) => /** @type {Source} */ (side.shift());
  return Array.from({ length: matches }, () => {
    const isMixed = Math.floor((total + few) / matches) > Math.floor(total / matches);
    total += few;
    return isMixed ? [next(old), next(fresh)] : [next(many), next(many)];
  });
}

/** The orders that are tried.  @param {number} count @returns {number[][]} */
function orders(count) {
  if (!count) return [[]];
  const all = Array.from({ length: count }, (_, k) => k);
  const isPower = (count & (count - 1)) === 0;
  const masks = isPower ? all.map((mask) => all.map((k) => k ^ mask)) : [];
  if (isPower && count > 64) return masks;
  return [
    ...masks,
    ...all.flatMap((turn) => {
      const turned = all.map((k) => (k + turn) % count);
      return [turned, [...turned].reverse()];
    }),
  ];
}

/** @param {Source[][]} groups @param {Intake} intake  At equal distances. */
function taken(groups, intake) {
  /** @type {Source[]} */
  const entering = [];
  for (const [place, count] of intake) {
    const group = groups[place];
    const chosen = new Set(Array.from({ length: count }, (_, k) => Math.floor((k * group.length) / count)));
    entering.push(...group.filter((_, k) => chosen.has(k)));
    groups[place] = group.filter((_, k) => !chosen.has(k));
  }
  return entering;
}

/** @param {number} count  How often it can be halved, rounded up, until one is left. */
const halvings = (count) => (count > 1 ? 32 - Math.clz32(count - 1) : 0);

/** Who enters each round of a branch.  @param {number[]} sizes @param {boolean} isShifted @returns {Intake[]} */
function lineUp(sizes, isShifted) {
  if (sizes.reduce((sum, size) => sum + size, 0) <= 1) return [];
  if (sizes.some((size, k) => k > 0 && sizes[k - 1] !== 2 * size)) return cheapest(sizes, isShifted);
  /** @type {Intake[]} */
  const rounds = [];
  let left = 0;
  if (isShifted && sizes.length === 3) {
    rounds.push(
      [
        [0, sizes[0]],
        [1, sizes[1]],
      ],
      [[2, sizes[2]]],
    );
    left = Math.floor((Math.floor((sizes[0] + sizes[1]) / 2) + sizes[2]) / 2);
  } else {
    const waiting = sizes.length - (isShifted && sizes.length > 3 ? 2 : 0);
    sizes.forEach((size, place) => {
      for (; left > size && place < waiting; left = Math.floor(left / 2)) rounds.push([]);
      left = Math.floor((left + size) / 2);
      rounds.push([[place, size]]);
    });
  }
  return [...rounds, ...Array.from({ length: halvings(left) }, () => /** @type {Intake} */ ([]))];
}

/** @typedef {{group: number, left: number, survivors: number, isSplit: boolean}} State */

/** By Dijkstra's algorithm.  @param {number[]} sizes @param {boolean} isShifted @returns {Intake[]} */
function cheapest(sizes, isShifted) {
  /** @type {{cost: number[], state: State, rounds: Intake[]}[]} */
  const ways = [
    { cost: [0, 0, 0, 0, 0, 0], state: { group: 0, left: sizes[0], survivors: 0, isSplit: false }, rounds: [] },
  ];
  const seen = new Set();
  /** @param {{cost: number[], state: State, rounds: Intake[]}} way */
  const key = ({ cost, state, rounds }) => [
    ...cost,
    ...[state.group, state.left, state.survivors, state.isSplit ? 1 : 0],
    rounds,
  ];
  for (;;) {
    const place = ways.reduce((best, way, k) => (before(key(way), key(ways[best])) ? k : best), 0);
    const [{ cost, state, rounds }] = ways.splice(place, 1);
    const { group, survivors } = state;
    if (group === sizes.length && survivors === 1) return rounds;
    const name = `${group} ${state.left} ${survivors} ${state.isSplit} ${cost[2]}`;
    if (seen.has(name)) continue;
    seen.add(name);
    for (const intake of intakes(state, sizes)) {
      const after = stateAfter(state, intake, sizes);
      const entrants = intake.reduce((sum, [, count]) => sum + count, 0);
      const extra = entrants - survivors;
      const alike = isShifted ? Math.max(extra, 0) : Math.abs(extra);
      const last = intake.length ? intake[intake.length - 1][0] + 1 : 0;
      const price = [
        cost[0] + ((survivors + entrants) % 2),
        cost[1] + (intake.length && survivors ? alike : 0),
        Math.max(cost[2], last) + 1,
        cost[3] + (after.isSplit ? 1 : 0),
        cost[4] + Math.max(intake.length - 1, 0),
        cost[5] + 1,
      ];
      ways.push({ cost: price, state: after, rounds: [...rounds, intake] });
    }
  }
}

/** Whether one nested list of numbers comes before another.  @param {any} one @param {any} two @returns {boolean} */
function before(one, two) {
  return order(one, two) < 0;
}

/** @param {any} one @param {any} two @returns {number} */
function order(one, two) {
  if (!Array.isArray(one)) return one - two;
  for (let k = 0; k < Math.min(one.length, two.length); k++) {
    const found = order(one[k], two[k]);
    if (found) return found;
  }
  return one.length - two.length;
}

/** @param {State} state @param {number[]} sizes @returns {Intake[]} */
function intakes({ group, left, survivors, isSplit }, sizes) {
  /** @type {Intake[]} */
  const found = survivors > 1 && !isSplit ? [[]] : [];
  /** @type {Intake} */
  let earlier = [];
  let total = survivors;
  for (let place = group; place < Math.min(group + 3, sizes.length); place++) {
    const size = place === group ? left : sizes[place];
    if (!(place === group && isSplit)) {
      for (let power = 2; power < total + size; power *= 2) {
        for (const figure of [power, 3 * power]) {
          if (figure < total + size && 2 * (figure - total) >= size) found.push([...earlier, [place, figure - total]]);
        }
      }
    }
    earlier = [...earlier, [place, size]];
    total += size;
    if (total > 1) found.push(earlier);
  }
  return found;
}

/** @param {State} state @param {Intake} intake @param {number[]} sizes @returns {State} */
function stateAfter({ group, left, survivors }, intake, sizes) {
  const entrants = intake.reduce((sum, [, count]) => sum + count, 0);
  const after = Math.floor((survivors + entrants + 1) / 2);
  if (!intake.length) return { group, left, survivors: after, isSplit: false };
  const [last, count] = intake[intake.length - 1];
  const rest = (last === group ? left : sizes[last]) - count;
  if (rest) return { group: last, left: rest, survivors: after, isSplit: true };
  return { group: last + 1, left: sizes[last + 1] ?? 0, survivors: after, isSplit: false };
}
