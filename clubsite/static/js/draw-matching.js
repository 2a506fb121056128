/**
 * The least costly perfect matching, by Edmonds' algorithm: section 5 of
 * docs/draw-record.md. Costs are multiplied by four, so that all duals stay whole
 * numbers; they are plain numbers where these are exact, and BigInt elsewhere.
 */

/** @typedef {[number, number]} Pair */
/** @typedef {[number, number, any]} Edge */

const [FREE, OUTER, INNER] = [0, 1, 2];

/** A node, or an odd cycle of blossoms; part 0 holds the base, the others pair up as 1-2, 3-4. */
class Blossom {
  /** @param {number} base @param {Blossom[]} parts @param {Pair[]} links @param {any} zero */
  constructor(base, parts, links, zero) {
    this.base = base;
    this.parts = parts;
    this.links = links;
    /** @type {number[]} */
    this.nodes = parts.length ? parts.flatMap(({ nodes }) => nodes) : [base];
    this.weight = zero;
    this.label = FREE;
    /** @type {Pair} */
    this.entry = [-1, -1];
  }
}

export class Matching {
  /** @param {number} size @param {Edge[]} edges @param {boolean} isBig */
  constructor(size, edges, isBig) {
    const number = isBig ? BigInt : Number;
    this.zero = /** @type {any} */ (number(0));
    this.two = /** @type {any} */ (number(2));
    const four = /** @type {any} */ (number(4));
    /** @type {Edge[]} */
    this.edges = edges.map(([one, two, cost]) => [one, two, cost * four]);
    /** @type {number[]} */
    this.mate = new Array(size).fill(-1);
    this.top = this.mate.map((_, node) => new Blossom(node, [], [], this.zero));
    /** @type {any[]} */
    const least = new Array(size).fill(null);
    for (const [one, two, cost] of this.edges) {
      for (const node of [one, two]) if (least[node] === null || cost < least[node]) least[node] = cost;
    }
    this.dual = least.map((cost) => (cost === null ? this.zero : cost / this.two));
    this.isComplete = !least.includes(null);
    for (const [one, two, cost] of this.edges) {
      if (cost === this.dual[one] + this.dual[two] && this.mate[one] < 0 && this.mate[two] < 0) {
        this.mate[one] = two;
        this.mate[two] = one;
      }
    }
    while (this.isComplete && this.mate.includes(-1)) this.isComplete = this.#search();
  }

  surface() {
    return [...new Set(this.top)];
  }

  /** @returns {Pair[]} */
  pairs() {
    return this.mate.flatMap((two, one) => (one < two ? [/** @type {Pair} */ ([one, two])] : []));
  }

  /** Every odd set with a weight. */
  oddSets() {
    const [waiting, found] = [this.surface(), /** @type {Blossom[]} */ ([])];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      waiting.push(...next.parts);
      if (next.weight) found.push(next);
    }
    return found;
  }

  #search() {
    const { top, dual, two: pair } = this;
    for (const blossom of this.surface()) blossom.label = this.mate[blossom.base] < 0 ? OUTER : FREE;
    for (;;) {
      let [least, isChanged] = [/** @type {any} */ (null), false];
      for (const edge of this.edges) {
        let [one, two] = edge;
        if (top[one] === top[two]) continue;
        if (top[one].label !== OUTER) {
          if (top[two].label !== OUTER) continue;
          [one, two] = [two, one];
        }
        if (top[two].label === INNER) continue;
        let slack = edge[2] - dual[one] - dual[two];
        if (!slack) {
          if (top[two].label === FREE) this.#grow(one, two);
          else if (this.#join(one, two)) return true;
          isChanged = true;
          continue;
        }
        if (top[two].label === OUTER) slack /= pair;
        if (least === null || slack < least) least = slack;
      }
      if (!isChanged && !this.#adjust(least)) return false;
    }
  }

  /** @param {number} one @param {number} two */
  #grow(one, two) {
    const inner = this.top[two];
    inner.label = INNER;
    inner.entry = [one, two];
    this.top[this.mate[inner.base]].label = OUTER;
  }

  /** @param {Blossom} blossom  From an outer blossom to the root of its tree. */
  #way(blossom) {
    const found = [blossom];
    for (let last = blossom; this.mate[last.base] >= 0; last = found[found.length - 1]) {
      const inner = this.top[this.mate[last.base]];
      found.push(inner, this.top[inner.entry[0]]);
    }
    return found;
  }

  /** Matches two trees, which is true, or shrinks a cycle of one.  @param {number} one @param {number} two */
  #join(one, two) {
    const [here, there] = [this.#way(this.top[one]), this.#way(this.top[two])];
    let common = here[here.length - 1];
    if (common !== there[there.length - 1]) {
      this.#turn(one, two);
      this.#turn(two, one);
      return true;
    }
    while (here.length && there.length && here[here.length - 1] === there[there.length - 1]) {
      common = here[here.length - 1];
      here.pop();
      there.pop();
    }
    here.reverse();
    /** @type {Pair[]} */
    const links = [
      ...here.map((part) => /** @type {Pair} */ (part.label === INNER ? part.entry : [this.mate[part.base], part.base])),
      [one, two],
      ...there.map(
        (part) =>
          /** @type {Pair} */ (part.label === INNER ? [part.entry[1], part.entry[0]] : [part.base, this.mate[part.base]]),
      ),
    ];
    const blossom = new Blossom(common.base, [common, ...here, ...there], links, this.zero);
    blossom.label = OUTER;
    for (const node of blossom.nodes) this.top[node] = blossom;
    return false;
  }

  /** @param {number} one @param {number} two */
  #turn(one, two) {
    for (;;) {
      const outer = this.top[one];
      const former = this.mate[outer.base];
      this.#rebase(outer, one);
      this.mate[one] = two;
      if (former < 0) return;
      const inner = this.top[former];
      const [up, down] = inner.entry;
      this.#rebase(inner, down);
      this.mate[down] = up;
      [one, two] = [up, down];
    }
  }

  /** @param {Blossom} blossom @param {number} node  Which is to be free for a partner outside. */
  #rebase(blossom, node) {
    const { parts, links } = blossom;
    blossom.base = node;
    if (!parts.length) return;
    const place = parts.findIndex(({ nodes }) => nodes.includes(node));
    this.#rebase(parts[place], node);
    const [start, end] = place % 2 ? [place + 1, parts.length] : [0, place];
    for (let k = start; k < end; k += 2) {
      const [one, two] = links[k];
      this.#rebase(parts[k], one);
      this.#rebase(parts[(k + 1) % parts.length], two);
      this.mate[one] = two;
      this.mate[two] = one;
    }
    blossom.parts = [...parts.slice(place), ...parts.slice(0, place)];
    blossom.links = [...links.slice(place), ...links.slice(0, place)];
  }

  /** @param {any} least */
  #adjust(least) {
    const surface = this.surface();
    const cycles = surface.filter(({ label, parts }) => label === INNER && parts.length);
    for (const { weight } of cycles) if (least === null || weight / this.two < least) least = weight / this.two;
    if (least === null) return false;
    for (const blossom of surface) {
      if (blossom.label === FREE) continue;
      const more = blossom.label === OUTER ? least : -least;
      for (const node of blossom.nodes) this.dual[node] += more;
      if (blossom.parts.length) blossom.weight += this.two * more;
    }
    for (const blossom of cycles) if (!blossom.weight) this.#expand(blossom);
    return true;
  }

  /** @param {Blossom} blossom */
  #expand({ parts, links, entry }) {
    for (const part of parts) {
      part.label = FREE;
      for (const node of part.nodes) this.top[node] = part;
    }
    const size = parts.length;
    let place = parts.findIndex(({ nodes }) => nodes.includes(entry[1]));
    const step = place % 2 ? 1 : -1;
    for (;;) {
      const inner = parts[place % size];
      inner.label = INNER;
      inner.entry = entry;
      if (place % size === 0) return;
      parts[(place + step) % size].label = OUTER;
      const link = links[step > 0 ? place + step : place - 2];
      entry = step > 0 ? link : [link[1], link[0]];
      place += 2 * step;
    }
  }
}

/**
 * The perfect matching of least cost of all pairs of nodes. It begins with the cheapest
 * pairs of each node and those that are known, and adds what the duals do not rule out.
 * @param {number} size
 * @param {(one: number, two: number) => any} cost
 * @param {Iterable<Pair>} [known]
 */
export function leastCostly(size, cost, known = []) {
  /** @type {any[][]} */
  const costs = Array.from({ length: size }, () => new Array(size).fill(0));
  let [highest, isBig] = [/** @type {any} */ (0), false];
  for (let one = 0; one < size; one++) {
    for (let two = one + 1; two < size; two++) {
      const found = cost(one, two);
      costs[one][two] = costs[two][one] = found;
      if (found > highest) highest = found;
      isBig = typeof found === "bigint";
    }
  }
  if (isBig && highest * BigInt(16 * size) < 2n ** 53n) {
    for (const row of costs) row.forEach((value, k) => (row[k] = Number(value)));
    isBig = false;
  }
  /** @type {Map<number, Edge>} */
  const chosen = new Map();
  /** @param {number} one @param {number} two */
  const choose = (one, two) => {
    const [low, high] = one < two ? [one, two] : [two, one];
    chosen.set(low * size + high, [low, high, costs[low][high]]);
  };
  for (const [one, two] of known) choose(one, two);
  for (let few = size > 24 ? 10 : size; ; ) {
    for (let one = 0; one < size; one++) for (const two of nearest(costs[one], one, few)) choose(one, two);
    const found = new Matching(size, [...chosen.values()], isBig);
    if (!found.isComplete) {
      few *= 2;
      continue;
    }
    const wrong = cheaper(found, costs, isBig ? 4n : 4);
    if (!wrong.length) return found.pairs();
    for (const [one, two] of wrong) choose(one, two);
    few = 0;
  }
}

/** @param {any[]} row @param {number} one @param {number} few  The cheapest partners, the nearest of equal ones first. */
function nearest(row, one, few) {
  const others = row.map((_, two) => two).filter((two) => two !== one);
  if (few >= others.length) return others;
  /** @type {number[]} */
  const best = [];
  for (const two of others) {
    /** @param {number} other */
    const isBefore = (other) =>
      row[two] < row[other] || (row[two] === row[other] && Math.abs(one - two) < Math.abs(one - other));
    if (best.length === few && !isBefore(best[few - 1])) continue;
    const place = best.findIndex(isBefore);
    best.splice(place < 0 ? best.length : place, 0, two);
    if (best.length > few) best.pop();
  }
  return best;
}

/** @param {Matching} found @param {any[][]} costs @param {any} four @returns {Pair[]} */
function cheaper(found, costs, four) {
  /** @type {Map<number, any>[]} */
  const inside = costs.map(() => new Map());
  found.oddSets().forEach(({ nodes, weight }, name) => nodes.forEach((node) => inside[node].set(name, weight)));
  /** @type {Pair[]} */
  const wrong = [];
  for (let one = 0; one < costs.length; one++) {
    for (let two = one + 1; two < costs.length; two++) {
      let slack = four * costs[one][two] - found.dual[one] - found.dual[two];
      if (slack >= 0) continue;
      for (const [name, weight] of inside[one]) if (inside[two].has(name)) slack += weight;
      if (slack < 0) wrong.push([one, two]);
    }
  }
  return wrong;
}
