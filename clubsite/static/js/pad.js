/**
 * The score pad: the line that says what will be saved, and the names of rows and columns
 * that choose tiles. What a game counts is said by the server: on each tile, and on
 * request for everything else.
 */
import { fill } from "./announcements.js";
import { around, find, findAll, need } from "./elements.js";
import { press } from "./keys.js";
import { whenShown } from "./requests.js";

/** Milliseconds without a key before the server is asked what a game counts. */
const WAIT = 250;

/**
 * What a game counts, in words of the server: its points, the score or balance after it.
 * @typedef {{points: string, after: string, wins: boolean, checkers?: string}} Counts
 */

/** The last answer of the server, and what it was asked. */
const known = { asked: "", counts: /** @type {Counts|null} */ (null) };
/** @type {ReturnType<typeof setTimeout>|undefined} */
let timer;

/** @param {HTMLFormElement} pad */
const tileOf = (pad) => find("[name=outcome]:checked", HTMLInputElement, pad);
/** @param {HTMLFormElement} pad */
const winnerOf = (pad) => find("[name=winner]:checked", HTMLInputElement, pad);
/** @param {HTMLInputElement|null} tile  Any other way for a game to end. */
const isOther = (tile) => tile?.value === "other";

/* What the game counts ------------------------------------------------------------- */

/**
 * @param {HTMLInputElement} tile
 * @param {string} winner
 * @returns {Counts|null}
 */
function countsOnTile(tile, winner) {
  const { points } = tile.dataset;
  const after = tile.getAttribute(`data-after-${winner}`);
  return points && after ? { points, after, wins: tile.hasAttribute(`data-wins-${winner}`) } : null;
}

/** @param {HTMLFormElement} pad  What the server is asked. */
function questionOf(pad) {
  const query = new URLSearchParams();
  new FormData(pad).forEach((value, name) => {
    if (typeof value === "string" && name !== "csrfmiddlewaretoken") query.append(name, value);
  });
  if (!query.has("winner")) query.set("winner", "1"); // the points are the same
  return `${pad.dataset.counts}?${query}`;
}

/** @param {string} asked */
async function askFor(asked) {
  let counts = null;
  try {
    const answer = await fetch(asked, { headers: { Accept: "application/json" } });
    if (answer.ok) counts = await answer.json();
  } catch {
    // No connection: the line stays empty.
  }
  if (known.asked !== asked) return;
  known.counts = counts;
  refreshPads();
}

/** @param {HTMLFormElement} pad  Null until the server has answered. */
function countsFromServer(pad) {
  const asked = questionOf(pad);
  if (known.asked !== asked) {
    Object.assign(known, { asked, counts: null });
    clearTimeout(timer);
    timer = setTimeout(askFor, WAIT, asked);
  }
  return known.counts;
}

/* The line ---------------------------------------------------------------------------- */

/**
 * How the game ended, in words.
 * @param {HTMLFormElement} pad
 * @param {HTMLInputElement} tile
 */
function wordsOf(pad, tile) {
  if (!isOther(tile)) return need("[data-words]", HTMLElement, tile.parentElement ?? pad).textContent ?? "";
  /** @param {string} id */
  const word = (id) => find(id, HTMLSelectElement, pad)?.selectedOptions[0].text ?? "";
  const cube = find("#id_cube", HTMLInputElement, pad)?.value ?? "";
  return fill(pad.dataset.textOther ?? "", { ending: word("#id_ending"), kind: word("#id_kind"), cube });
}

/**
 * What will be saved; empty if something is missing.
 * @param {HTMLFormElement} pad
 * @param {Counts|null} counts
 */
function sentence(pad, counts) {
  const [winner, tile] = [winnerOf(pad), tileOf(pad)];
  const { textLine, textWins } = pad.dataset;
  if (!winner || !tile || !counts || !textLine) return "";
  const name = find(".winner__name", HTMLElement, winner.parentElement ?? pad)?.textContent ?? "";
  const { points, after } = counts;
  return fill((counts.wins && textWins) || textLine, { name, points, how: wordsOf(pad, tile), score: after, balance: after });
}

/** @param {HTMLFormElement} pad  Show what follows from what is chosen. */
function refresh(pad) {
  const tile = tileOf(pad);
  need("[data-single]", HTMLFieldSetElement, pad).disabled = !isOther(tile);
  const ending = isOther(tile) ? find("#id_ending", HTMLSelectElement, pad)?.selectedOptions[0] : tile;
  const checkers = find("[data-checkers]", HTMLFieldSetElement, pad);
  if (checkers) checkers.disabled = !ending?.hasAttribute("data-counted");
  const onTile = tile && countsOnTile(tile, winnerOf(pad)?.value ?? "");
  const asksServer = tile && (isOther(tile) || tile.hasAttribute("data-counted"));
  const counts = onTile || (asksServer && pad.dataset.counts ? countsFromServer(pad) : null);
  const sum = find("[data-sum]", HTMLOutputElement, pad);
  if (sum) sum.value = (!checkers?.disabled && counts?.checkers) || "0";
  need("[data-line]", HTMLOutputElement, pad).value = sentence(pad, counts);
}

/** Show on every pad of the page what follows from what is chosen. */
const refreshPads = () => findAll("[data-pad]", HTMLFormElement).forEach(refresh);

/* Choosing ----------------------------------------------------------------------------- */

/** @param {HTMLElement} head  The name of a row or column keeps the other half of the tile. */
function chooseBy(head) {
  const pad = head.closest("[data-pad]");
  if (!(pad instanceof HTMLFormElement)) return;
  const tapped = tileOf(pad);
  const [cube, how] = tapped && !isOther(tapped) ? tapped.value.split("-") : [];
  const wanted = `${head.dataset.cube ?? cube ?? 1}-${head.dataset.how ?? how ?? "single"}`;
  const tile = find(`[name=outcome][value="${wanted}"]`, HTMLInputElement, pad);
  if (tile && !tile.disabled) tile.checked = true;
  refreshPads();
}

document.addEventListener("input", refreshPads);
document.addEventListener("reset", () => setTimeout(refreshPads));
document.addEventListener("click", (event) => {
  const head = around(event, "[data-cube], [data-how]");
  if (head) chooseBy(head);
});

// Before keys.js sees the key: Enter belongs to the link or button that has the focus,
// and an arrow names a side also where one is chosen already.
addEventListener(
  "keydown",
  (event) => {
    const active = document.activeElement;
    if (event.key === "Enter" && active?.matches("a, button, summary")) event.stopPropagation();
    if (!/^Arrow(Left|Right)$/.test(event.key) || !(active instanceof HTMLInputElement)) return;
    if (active.name !== "winner" || !active.form) return;
    event.preventDefault();
    event.stopPropagation();
    press(need(`[data-key=${event.key}]`, HTMLElement, active.form));
  },
  true,
);

whenShown(refreshPads);
