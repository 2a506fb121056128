/**
 * Points and standings, which order the lists of Monrad and Danish system: section 8 of docs/draw-record.md.
 * Shares are plain numbers: equal shares of whole numbers are equal there, too.
 */
import { Count, add, byLot, given, sortedBy, twoOf } from "./draw-field.js";

/** @typedef {import("./draw-field.js").Field} Field */
/** @typedef {import("./draw-field.js").Outcome} Outcome */
/** @typedef {{round: number, matches: number, gained: number, before: number}} Missed */

const BEFORE_CHOICE = ["direct:1", "buchholz:1", "sonneborn:1", "difference:1"];

/** @param {number[]} values */
const sum = (values) => values.reduce((total, value) => total + value, 0);
/** @param {number} part @param {number} whole */
const share = (part, whole) => (whole && part ? part / whole : 0);

/**
 * What a win counts under a scoring scheme, in quarters of a point.
 * @type {Record<string, number>}
 */
const WORTH = { "two_one:1": 8, "three_one:1": 12, "three_two_one:1": 6, "hundred:1": 400 };

/** What a win counts: 2 halves, or the quarters of a scoring scheme.  @param {Field} field */
const winOf = (field) => WORTH[field.options.scoring] ?? 2;

/** The lead of the first of a decided match, no points beyond the length.  @param {Field} field @param {Outcome} row */
function leadOf(field, { winner, one, played, length, pointsOne, pointsTwo }) {
  if (winner === null) return 0;
  const most = length ?? field.length;
  if (played || pointsOne || pointsTwo) return Math.min(pointsOne, most) - Math.min(pointsTwo, most);
  const lead = field.walkover === "none" ? 0 : field.walkover === "full" ? most : most - Math.floor(most / 2);
  return winner === one ? lead : -lead;
}

/** Whether a match was played, but not to its end.  @param {Field} field @param {Outcome} row */
function isStopped(field, { played, length, pointsOne, pointsTwo }) {
  return played && Math.max(pointsOne, pointsTwo) < (length ?? field.length);
}

/**
 * Wins in halves, or the points of a scoring scheme in quarters.
 * @param {Field} field @param {Outcome[]} outcomes @returns {Map<number, number>}
 */
function scoresOf(field, outcomes) {
  const code = field.options.scoring;
  if (!WORTH[code]) return new Count(field, outcomes).wins;
  const half = winOf(field) / 2;
  /** @type {Map<number, number>} */
  const total = new Map([...field.entrants.keys()].map((one) => [one, 0]));
  const newest = 1 + Math.max(0, ...outcomes.map(({ round }) => round));
  for (const [one, halves] of given(field, outcomes, Infinity, newest)) add(total, one, halves * half);
  /** @type {Map<string, Outcome[]>} */
  const pairs = new Map();
  /** @type {Map<string, number>} */
  const times = new Map();
  for (const row of sortedBy(outcomes, ({ round }) => [round])) {
    if (row.two === null) {
      add(total, row.one, field.bye * field.legs * half);
      continue;
    }
    const pair = twoOf(row.one, row.two);
    const key = `${pair} ${field.legs > 1 ? row.round : Math.floor((times.get(pair) ?? 0) / 2)}`;
    add(times, pair);
    pairs.set(key, [...(pairs.get(key) ?? []), row]);
  }
  for (const rows of pairs.values()) {
    const { one, two } = rows[0];
    for (const who of [one, /** @type {number} */ (two)]) {
      const counting = rows.filter(({ isMatch, winner }) => isMatch || winner === who);
      const won = rows.filter(({ winner }) => winner === who).length;
      if (code === "hundred:1") {
        const leads = rows.map((row) => leadOf(field, row) * (row.one === who ? 4 : -4));
        const stopped = rows.filter((row) => row.winner === who && isStopped(field, row)).length;
        add(total, who, 400 * won - 4 * field.rounds * stopped + sum(leads));
      } else if (code === "three_two_one:1") add(total, who, 4 * won + (counting.length ? 4 : 0));
      else add(total, who, 2 * half * won + 4 * (counting.length - won));
    }
  }
  return total;
}

/** The same for a list of the next draw: an open match is half a win for both.  @param {Field} field */
export function scoresForDraw(field) {
  const total = scoresOf(field, field.outcomes);
  for (const { one, two, isOpen } of field.outcomes) {
    if (isOpen && two !== null) for (const who of [one, two]) add(total, who, winOf(field) / 2);
  }
  return total;
}

/** Wins or points, then the tie-breaks; higher is better.  @param {Field} field @returns {Map<number, number[]>} */
export function standings(field) {
  const table = new Table(
    field,
    field.outcomes.filter(({ isOpen }) => !isOpen),
  );
  const score = scoresOf(field, table.outcomes);
  /** @type {Map<number, number[]>} */
  const found = new Map(table.numbers.map((one) => [one, [score.get(one) ?? 0]]));
  const codes = field.options.tiebreaks?.length ? field.options.tiebreaks : BEFORE_CHOICE;
  for (const code of codes) {
    if (code === "play_off:1" || code === "shared:1") continue;
    const method = METHODS[code];
    const values = code === "direct:2" ? table.direct(found) : new Map(table.numbers.map((one) => [one, method(table, one)]));
    for (const [one, rank] of found) rank.push(values.get(one) ?? 0);
  }
  for (const { one, two, isOpen } of field.outcomes) {
    if (isOpen && two !== null) for (const number of [one, two]) /** @type {number[]} */ (found.get(number))[0] += winOf(field) / 2;
  }
  return found;
}

class Table {
  /** @param {Field} field @param {Outcome[]} outcomes */
  constructor(field, outcomes) {
    this.field = field;
    this.outcomes = outcomes;
    this.numbers = [...field.entrants.keys()].sort((one, two) => one - two);
    this.count = new Count(field, outcomes);
    this.rounds = Math.max(0, ...outcomes.map(({ round }) => round));
    this.rule = field.options.unplayed ?? "nothing";
    this.met = new Map(this.numbers.map((one) => [one, new Set(this.count.opponents(one))]));
    this.givenBefore = Array.from({ length: this.rounds + 2 }, (_, round) =>
      round ? given(field, outcomes, round, this.rounds + 1) : new Map(),
    );
    this.unplayed = new Map(this.numbers.map((one) => [one, this.#unplayed(one)]));
    this.score = new Map(this.numbers.map((one) => [one, this.#score(one)]));
    this.scores = new Map(this.numbers.map((one) => [one, this.#scores(one)]));
    this.capped = this.#points(true);
    this.full = this.#points(false);
    const lots = field.lotsSeed ? byLot(field.lotsSeed, "standings", this.numbers) : [];
    this.lots = new Map(lots.map((one, place) => [one, -place]));
    this.walkovers = new Map();
    for (const { winner, played, two } of outcomes) {
      if (winner !== null && !played && two !== null) this.walkovers.set(winner, 1 + (this.walkovers.get(winner) ?? 0));
    }
  }

  /** @param {number} one */
  beaten(one) {
    return this.count.beaten.get(one) ?? [];
  }

  /** @param {number} one @param {number} round  What a round without a pairing counts. */
  given(one, round) {
    return (this.givenBefore[round + 1].get(one) ?? 0) - (this.givenBefore[round].get(one) ?? 0);
  }

  /** @param {number} one @returns {Missed[]} */
  #unplayed(one) {
    const { legs, bye } = this.field;
    if (this.count.opponents(one).length >= this.rounds * legs) return [];
    const found = [];
    let before = 0;
    const own = this.outcomes.filter((row) => row.one === one || row.two === one);
    for (let round = 1; round <= this.rounds; round++) {
      let [played, gained, free] = [0, 0, 0];
      for (const row of own) {
        if (row.round !== round) continue;
        const worth = row.winner !== one ? 0 : row.two === null ? bye * legs : 2;
        gained += worth;
        if (row.isMatch) played += 1;
        else free += worth;
      }
      const more = this.given(one, round);
      if (legs > played) found.push({ round, matches: legs - played, gained: free + more, before });
      before += gained + more;
    }
    return found;
  }

  /** @param {number} one @returns {Missed[]} */
  missed(one) {
    return this.unplayed.get(one) ?? [];
  }

  /** @param {number} one */
  #score(one) {
    if (this.rule !== "virtual" || !this.missed(one).length) return this.count.winsOf(one);
    return 2 * this.beaten(one).length + sum(this.missed(one).map(({ matches }) => matches));
  }

  /** @param {number} one @param {Missed} missed */
  standIn(one, { round, matches, gained, before }) {
    if (this.rule === "virtual") return before + 2 * matches - gained + (this.rounds - round) * this.field.legs;
    return this.rule === "own_score" ? this.count.winsOf(one) : 0;
  }

  /** @param {number} one */
  #scores(one) {
    const scores = this.count.opponents(one).map((other) => this.score.get(other) ?? 0);
    for (const missed of this.missed(one)) {
      for (let k = 0; k < missed.matches; k++) scores.push(this.standIn(one, missed));
    }
    return scores.sort((low, high) => low - high);
  }

  /** @param {number} one */
  scoresOf(one) {
    return this.scores.get(one) ?? [];
  }

  /** @param {boolean} isCapped @returns {Map<number, number[]>} */
  #points(isCapped) {
    const points = new Map(this.numbers.map((one) => [one, [0, 0]]));
    for (const row of this.outcomes) {
      if (row.two === null || row.winner === null) continue;
      const length = row.length ?? this.field.length;
      let [own, other] = [row.pointsOne, row.pointsTwo];
      if (isCapped) [own, other] = [Math.min(own, length), Math.min(other, length)];
      if (!row.played) {
        const least = this.field.walkover === "half" ? Math.floor(length / 2) : 0;
        [own, other] = row.winner === row.one ? [length, least] : [least, length];
        if (this.field.walkover === "none") [own, other] = [0, 0];
      }
      for (const [one, won, lost] of [
        [row.one, own, other],
        [row.two, other, own],
      ]) {
        const sums = /** @type {number[]} */ (points.get(one));
        sums[0] += won;
        sums[1] += lost;
      }
    }
    return points;
  }

  /** @param {number} one @returns {number[]} */
  points(one) {
    return this.capped.get(one) ?? [0, 0];
  }

  /** @param {number} one */
  won(one) {
    return this.beaten(one).length + (this.walkovers.get(one) ?? 0);
  }

  /** @param {number[]} group @param {number} one  Those of a group whom somebody has not met. */
  unmet(group, one) {
    return group.filter((other) => other !== one && !this.met.get(one)?.has(other)).length;
  }

  /** @param {Map<number, number[]>} before  Places those who are equal so far by their own matches. */
  direct(before) {
    /** @type {Map<string, number[]>} */
    const groups = new Map();
    for (const one of this.numbers) {
      const key = String(before.get(one));
      groups.set(key, [...(groups.get(key) ?? []), one]);
    }
    /** @type {Map<number, number>} */
    const values = new Map();
    for (const group of groups.values()) this.#place(group, values, 0);
    return values;
  }

  /** @param {number[]} group @param {Map<number, number>} values @param {number} below */
  #place(group, values, below) {
    for (const one of group) values.set(one, below);
    const allMet = group.every((one) => !this.unmet(group, one));
    const largest = 2 * this.rounds * Math.max(this.field.legs, this.field.times) + 1;
    if (group.length < 2 || (group.length > largest && !allMet)) return;
    const won = new Map(group.map((one) => [one, this.beaten(one).filter((other) => group.includes(other)).length]));
    /** @param {number} one */
    const wins = (one) => won.get(one) ?? 0;
    if (allMet) {
      const levels = [...new Set(won.values())].sort((low, high) => low - high);
      if (levels.length < 2) return;
      let lower = below;
      for (const level of levels) {
        const part = group.filter((one) => wins(one) === level);
        this.#place(part, values, lower);
        lower += part.length;
      }
      return;
    }
    const most = new Map(
      group.map((one) => [one, wins(one) + this.field.legs * this.field.times * this.unmet(group, one)]),
    );
    let left = group;
    while (left.length > 1) {
      const first = left.reduce((best, one) => (wins(one) > wins(best) ? one : best));
      if (left.some((one) => one !== first && (most.get(one) ?? 0) >= wins(first))) break;
      left = left.filter((one) => one !== first);
      values.set(first, below + left.length);
    }
    if (left.length < group.length) this.#place(left, values, below);
  }
}

/** @param {Table} table @param {number} one  Wins against those with as many wins, if all of them have met. */
function directOnce(table, one) {
  const group = table.numbers.filter((other) => table.count.winsOf(other) === table.count.winsOf(one));
  if (group.some((other) => table.unmet(group, other))) return 0;
  return table.beaten(one).filter((other) => group.includes(other)).length;
}

/** @param {Table} table @param {number} one */
function progressive(table, one) {
  const after = table.rounds + 1;
  let total = 0;
  for (const { winner, two, round } of table.outcomes) {
    if (winner === one) total += (two === null ? table.field.bye * table.field.legs : 2) * (after - round);
  }
  for (let round = 1; round < after; round++) total += table.given(one, round) * (after - round);
  return total;
}

/** @param {Table} table @param {number} one */
function sonneborn(table, one) {
  const total = 2 * sum(table.beaten(one).map((other) => table.score.get(other) ?? 0));
  if (table.rule === "nothing") return total;
  return total + sum(table.missed(one).map((missed) => table.standIn(one, missed) * missed.gained));
}

/** @param {Table} table @param {number} one */
function opponentsOpponents(table, one) {
  const total = sum(table.count.opponents(one).map((other) => sum(table.scoresOf(other))));
  if (table.rule === "nothing") return total;
  return total + sum(table.missed(one).map(({ matches }) => matches)) * sum(table.scoresOf(one));
}

/** @param {Table} table @param {number} one */
function opponentsRating(table, one) {
  const met = table.count.opponents(one).map((other) => table.field.entrant(other).hundredths);
  const known = met.filter((rating) => rating !== null);
  return share(sum(known), 100 * known.length);
}

/** @type {Record<string, (table: Table, one: number) => number>} */
const METHODS = {
  "direct:1": directOnce,
  "buchholz:1": (table, one) => sum(table.scoresOf(one)),
  "buchholz_cut1:1": (table, one) => sum(table.scoresOf(one).slice(1)),
  "buchholz_cut2:1": (table, one) => sum(table.scoresOf(one).slice(2)),
  "median:1": (table, one) => sum(table.scoresOf(one).slice(1, -1)),
  "sonneborn:1": sonneborn,
  "progressive:1": progressive,
  "koya:1": (table, one) =>
    table.beaten(one).filter((other) => table.won(other) >= (table.count.losses.get(other) ?? 0)).length,
  "opponents_opponents:1": opponentsOpponents,
  "difference:1": (table, one) => table.points(one)[0] - table.points(one)[1],
  "full_difference:1": (table, one) => (table.full.get(one) ?? [0])[0] - (table.full.get(one) ?? [0, 0])[1],
  "points_won:1": (table, one) => table.points(one)[0],
  "point_share:1": (table, one) => share(table.points(one)[0], sum(table.points(one))),
  "win_share:1": (table, one) => share(table.won(one), table.won(one) + (table.count.losses.get(one) ?? 0)),
  "matches_won:1": (table, one) => table.beaten(one).length,
  "fewest_byes:1": (table, one) => -table.count.byesOf(one),
  "opponents_rating:1": opponentsRating,
  "rating:1": (table, one) => share(table.field.entrant(one).hundredths ?? 0, 100),
  "pr:1": (table, one) => 10000 - (table.field.entrant(one).pr ?? 10000),
  "lots:1": (table, one) => table.lots.get(one) ?? 0,
};
