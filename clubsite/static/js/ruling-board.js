/**
 * The board of the ruling desk: setting it up by tapping, or by keys. What it may hold,
 * where everything is and what it counts comes with the drawing from the server.
 */
import { fill, hear } from "./announcements.js";
import { around, find, findAll, need } from "./elements.js";

/** The checkers on each place, those of the player below above 0. @type {number[]} */
let points = [];
/** What the board held before, for "Undo". @type {number[][]} */
let earlier = [];
/** The player below when the board was last read. */
let below = 0;
/** What follows from a change. */
let changed = () => {};

/** @param {() => void} act  Do this after each change made here. */
export const onBoardChange = (act) => (changed = act);

export const board = () => need("#board-edit", HTMLElement);
/** The side below: 1 or 2. */
const bottom = () => Number(board().dataset.bottom);
/** @param {number} side */
const nameOf = (side) => board().getAttribute(`data-name-${side}`) ?? "";
/** @param {boolean} isOwn  The side that this is for the player below. */
const sideOf = (isOwn) => (isOwn ? bottom() : 3 - bottom());
/** What tapping does: 1 or 2 puts a checker of that side, 0 removes one. */
export const tool = () => Number(need("[name=tool]:checked", HTMLInputElement, board()).value);

/** @param {string|undefined} text */
const listed = (text) => (text ?? "").split(",").map(Number);
/** The groups of the drawing that hold the checkers, the bars included. */
const places = () => findAll("[data-place]", SVGElement, board());
/** @param {number} place */
const placeOf = (place) => need(`[data-place="${place}"]`, SVGElement, board());
/** @param {number} place  Whose checkers alone may stand here: 1 own, -1 the other's, 0 any. */
const barOf = (place) => ({ own: 1, other: -1 })[placeOf(place).dataset.only ?? ""] ?? 0;

/** @param {boolean} isOwn */
const onBoard = (isOwn) => points.reduce((sum, count) => sum + Math.max(isOwn ? count : -count, 0), 0);
/** @param {boolean} isOwn */
const offBoard = (isOwn) => Number(board().dataset.most) - onBoard(isOwn);

/**
 * The numbers of checkers on the board, by the names of their fields: "b6" are those of
 * Black on Black's own 6 point.
 * @returns {Map<string, number>}
 */
export function counted() {
  const [own, other] = board().dataset.colours ?? "";
  const numbers = new Map();
  for (const { dataset } of places()) {
    const count = points[Number(dataset.place)];
    if (barOf(Number(dataset.place)) >= 0) numbers.set(`${own}${dataset.own}`, Math.max(count, 0));
    if (barOf(Number(dataset.place)) <= 0) numbers.set(`${other}${dataset.other}`, Math.max(-count, 0));
  }
  return numbers;
}

/* Drawing ------------------------------------------------------------------------- */

/** @param {string} name @param {boolean} isOwn @param {number|string} x @param {number} y */
function shape(name, isOwn, x, y) {
  const shapes = need("#board-shapes", HTMLTemplateElement).content;
  const drawn = need(`[data-shape="${name}-${sideOf(isOwn)}"]`, SVGElement, shapes).cloneNode(true);
  if (!(drawn instanceof SVGElement)) throw new Error("A clone is what it was.");
  drawn.setAttribute("transform", `translate(${x} ${y})`);
  return drawn;
}

/** @param {SVGElement} group */
function drawPlace(group) {
  const { x = 0, y, pitch, most, place } = group.dataset;
  const count = points[Number(place)];
  const drawn = Math.min(Math.abs(count), Number(most));
  /** @param {number} n */
  const height = (n) => Number(y) + n * Number(pitch);
  const parts = Array.from({ length: drawn }, (_, n) => shape("checker", count > 0, x, height(n)));
  if (Math.abs(count) > drawn) {
    const number = shape("count", count > 0, x, height(drawn - 1));
    need("text", SVGElement, number).textContent = String(Math.abs(count));
    parts.push(number);
  }
  group.replaceChildren(...parts);
}

/** @param {boolean} isOwn  The checkers that are off, and the pips of those that are not. */
function drawRest(isOwn) {
  const whose = isOwn ? "own" : "other";
  const group = need(`[data-off=${whose}]`, SVGElement, board());
  const { x = 0, y, pitch } = group.dataset;
  group.replaceChildren(
    ...Array.from({ length: Math.max(offBoard(isOwn), 0) }, (_, n) =>
      shape("edge", isOwn, x, Number(y) + n * Number(pitch)),
    ),
  );
  const pips = places().reduce((sum, { dataset }) => {
    const count = points[Number(dataset.place)];
    return sum + Math.max(isOwn ? count : -count, 0) * Number(dataset[whose]);
  }, 0);
  need(`[data-pips=${whose}] text`, SVGElement, board()).textContent = String(pips);
}

function draw() {
  places().forEach(drawPlace);
  drawRest(true);
  drawRest(false);
  findAll(".place", HTMLButtonElement, board()).forEach(label);
  need("[data-board=undo]", HTMLButtonElement, board()).disabled = !earlier.length;
  tellCounts();
}

/** @param {string} [more]  Say first. */
function tellCounts(more = "") {
  const texts = [1, 2].map((side) => {
    const isOwn = side === bottom();
    const values = { name: nameOf(side), on: onBoard(isOwn), off: offBoard(isOwn) };
    return fill(board().dataset.textCounts ?? "", values);
  });
  const line = need("[data-board-counts]", HTMLElement, board());
  const text = [more, texts.join(" · ")].filter(Boolean).join(" ");
  if (line.textContent !== text) line.textContent = text;
}

/* The points as buttons ------------------------------------------------------------- */

/** @param {HTMLButtonElement} button */
function label(button) {
  const place = Number(button.dataset.at);
  const [count, bar] = [points[place], barOf(place)];
  const { textBar = "", textPlace = "", textBlack = "", textEmpty = "" } = board().dataset;
  if (bar) {
    button.ariaLabel = fill(textBar, { name: nameOf(sideOf(bar > 0)), count: Math.abs(count) });
    return;
  }
  const held = count ? fill(textBlack, { count: Math.abs(count), name: nameOf(sideOf(count > 0)) }) : textEmpty;
  button.ariaLabel = fill(textPlace, { place, count: held });
}

/** The places as the arrow keys see them: rows from above, each from left to right. */
function rows() {
  const tops = [...new Set(places().map(({ dataset }) => Number(dataset.top)))].sort((one, two) => one - two);
  return tops.map((top) =>
    places()
      .filter(({ dataset }) => Number(dataset.top) === top)
      .sort((one, two) => Number(one.dataset.left) - Number(two.dataset.left))
      .map(({ dataset }) => Number(dataset.place)),
  );
}

/** @param {SVGSVGElement} svg @param {number} place */
function buttonFor(svg, place) {
  const { x, y, width, height } = svg.viewBox.baseVal;
  const box = placeOf(place).dataset;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "place";
  button.dataset.at = String(place);
  button.tabIndex = -1;
  button.style.left = `${((Number(box.left) - x) / width) * 100}%`;
  button.style.width = `${(Number(box.width) / width) * 100}%`;
  button.style.top = `${((Number(box.top) - y) / height) * 100}%`;
  button.style.height = `${(Number(box.height) / height) * 100}%`;
  return button;
}

function layOut() {
  const svg = need("svg.board", SVGSVGElement, board());
  const group = document.createElement("div");
  group.className = "board-edit__places";
  group.setAttribute("role", "group");
  group.ariaLabel = board().dataset.textGroup ?? "";
  group.append(...rows().flatMap((row) => row.map((place) => buttonFor(svg, place))));
  svg.after(group);
  reach(rows()[0].at(-1) ?? 0);
}

/** @param {number} place  The one button that Tab reaches. */
function reach(place) {
  findAll(".place", HTMLButtonElement, board()).forEach((button) => {
    button.tabIndex = Number(button.dataset.at) === place ? 0 : -1;
  });
}

/** @param {number} from @param {number} across @param {number} down */
function go(from, across, down) {
  const all = rows();
  const row = all.findIndex((held) => held.includes(from));
  const next = all[Math.min(Math.max(row + down, 0), all.length - 1)];
  const column = Math.min(Math.max(all[row].indexOf(from) + across, 0), next.length - 1);
  reach(next[column]);
  find(`.place[data-at="${next[column]}"]`, HTMLButtonElement, board())?.focus();
}

/* Changing ----------------------------------------------------------------------------- */

/** @param {number[]} next */
function change(next) {
  const before = points;
  points = next;
  const over = [true, false].find((isOwn) => offBoard(isOwn) < 0);
  if (over !== undefined) {
    points = before;
    const full = fill(board().dataset.textFull ?? "", { name: nameOf(sideOf(over)) });
    hear(full);
    tellCounts(full);
    return;
  }
  earlier.push(before);
  show();
}

function show() {
  draw();
  hear(need("[data-board-counts]", HTMLElement, board()).textContent ?? "");
  changed();
}

/** @param {number} place @param {number} count */
const set = (place, count) => change(points.map((held, at) => (at === place ? count : held)));

/** @param {number} place */
function remove(place) {
  const count = points[place];
  if (count) set(place, count - Math.sign(count));
}

/** @param {number} place  Whose checker the tool puts here: 1 own, -1 the other's. */
const wayOf = (place) => barOf(place) || (tool() === bottom() ? 1 : -1);

/** @param {number} place */
function tap(place) {
  if (!tool()) return remove(place);
  const [count, way] = [points[place], wayOf(place)];
  set(place, count * way > 0 ? count + way : way);
}

/** @param {number} place @param {number} number */
function put(place, number) {
  const way = tool() ? wayOf(place) : barOf(place) || Math.sign(points[place]) || 1;
  set(place, number * way || 0);
}

/** @param {string|undefined} what */
function press(what) {
  if (what === "start") change(listed(board().dataset.start));
  if (what === "clear") change(points.map(() => 0));
  const before = what === "undo" ? earlier.pop() : undefined;
  if (!before) return;
  points = before;
  show();
}

/* Listening ------------------------------------------------------------------------------ */

/** @type {Record<string, [number, number]>} */
const MOVES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {KeyboardEvent} event */
function onKey(event) {
  const at = around(event, ".place")?.dataset.at;
  if (at === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  const place = Number(at);
  if (event.key in MOVES) go(place, ...MOVES[event.key]);
  else if (/^\d$/.test(event.key)) put(place, Number(event.key));
  else if (/^(Backspace|Delete)$/.test(event.key)) remove(place);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** @param {MouseEvent} event */
function onClick(event) {
  if (!around(event, "#board-edit")) return;
  const place = around(event, ".place")?.dataset.at;
  if (place !== undefined) tap(Number(place));
  press(around(event, "[data-board]")?.dataset.board);
}

/** Read the board drawn by the server, unless that was done. */
export function readBoard() {
  if (board().dataset.ready) return;
  board().dataset.ready = "yes";
  layOut();
  const next = listed(board().dataset.points);
  if (below !== bottom() || String(next) !== String(points)) earlier = [];
  [points, below] = [next, bottom()];
  draw();
}

document.addEventListener("keydown", onKey, true);
document.addEventListener("click", onClick);

// The list that ? opens tells what the keys do on the board.
const keys = need("#board-keys", HTMLTemplateElement).content.cloneNode(true);
find("[data-keys-list]", HTMLElement)?.append(keys);
