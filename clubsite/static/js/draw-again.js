/**
 * Drawing a round again, of every format: sections 7 to 12 of docs/draw-record.md.
 */
import { CannotBeDrawn } from "./draw-field.js";
import { drawBracket } from "./draw-lines.js";
import { drawDanish, drawLives, drawMonrad, drawNight, drawRoundRobin, drawSwiss } from "./draw-rounds.js";

/** @typedef {import("./draw-field.js").Field} Field */
/** @typedef {import("./draw-field.js").Round} Round */
/** @typedef {import("./draw-field.js").Drawn} Drawn */

/** @type {Record<string, {versions: number[], draw: (field: Field, seed: string, version: number, published: Round|null) => Drawn}>} */
export const METHODS = {
  swiss: { versions: [2, 3, 4], draw: drawSwiss },
  monrad: { versions: [1, 2], draw: drawMonrad },
  danish: { versions: [1, 2], draw: drawDanish },
  lives: { versions: [1, 2], draw: drawLives },
  night: { versions: [1, 2], draw: drawNight },
  round_robin: { versions: [1, 2], draw: drawRoundRobin },
  elimination: { versions: [1, 2], draw: drawBracket },
  double_elimination: { versions: [1, 2], draw: drawBracket },
};
export const BRACKETS = ["elimination", "double_elimination"];

/** @param {Field} field @param {string} seed @param {number} version @param {Round|null} published */
export function drawAgain(field, seed, version, published) {
  const isOpen = field.outcomes.some((row) => row.isOpen);
  if (isOpen && (!field.ahead || field.format === "lives" || BRACKETS.includes(field.format))) throw new CannotBeDrawn();
  if (["swiss", "monrad", "danish"].includes(field.format) && field.next > field.rounds) throw new CannotBeDrawn();
  return METHODS[field.format].draw(field, seed, version, published);
}

/**
 * A round in which two have changed places; null if they cannot.
 * @param {Drawn} drawn @param {number} one @param {number} two
 * @returns {Drawn|null}
 */
export function exchanged({ pairs, lots, ...more }, one, two) {
  if (one === two || pairs.filter((pair) => pair.includes(one) || pair.includes(two)).length !== 2) return null;
  /** @template {number|null} T @param {T} who */
  const other = (who) => (who === one ? two : who === two ? one : who);
  const after = new Map(lots);
  const [first, second] = [lots.get(one), lots.get(two)];
  if (first !== undefined && second !== undefined) after.set(one, second).set(two, first);
  const changed = pairs.map(([top, bottom]) => /** @type {[number, number|null]} */ ([other(top), other(bottom)]));
  return { ...more, pairs: changed, lots: after };
}
