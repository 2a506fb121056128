/**
 * Standings, which order the list of the Danish system: section 8 of docs/draw-record.md.
 * Shares are plain numbers: equal shares of whole numbers are equal there, too.
 */
import { Count, byLot, given } from "./draw-field.js";

/** @typedef {import("./draw-field.js").Field} Field */
/** @typedef {import("./draw-field.js").Outcome} Outcome */
/** @typedef {{round: number, matches: number, gained: number, before: number}} Missed */

const BEFORE_CHOICE = ["direct:1", "buchholz:1", "sonneborn:1", "difference:1"];

/** @param {number[]} values */
const sum = (values) => values.reduce((total, value) => total + value, 0);
/** @param {number} part @param {number} whole */
const share = (part, whole) => (whole && part ? part / whole : 0);

/** Wins in halves, then the tie-breaks; higher is better.  @param {Field} field @returns {Map<number, number[]>} */
export function standings(field) {
  const table = new Table(
    field,
    field.outcomes.filter(({ isOpen }) => !isOpen),
  );
  /** @type {Map<number, number[]>} */
  const found = new Map(table.numbers.map((one) => [one, [table.count.winsOf(one)]]));
  const codes = field.options.tiebreaks?.length ? field.options.tiebreaks : BEFORE_CHOICE;
  for (const code of codes) {
    if (code === "play_off:1" || code === "shared:1") continue;
    const method = METHODS[code];
    const values = code === "direct:2" ? table.direct(found) : new Map(table.numbers.map((one) => [one, method(table, one)]));
    for (const [one, rank] of found) rank.push(values.get(one) ?? 0);
  }
  for (const { one, two, isOpen } of field.outcomes) {
    if (isOpen && two !== null) for (const number of [one, two]) /** @type {number[]} */ (found.get(number))[0] += 1;
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
  "lots:1": (table, one) => table.lots.get(one) ?? 0,
};
