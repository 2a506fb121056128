/**
 * The board keeps itself up to date: every two seconds it asks whether the match has
 * changed. Whatever goes wrong, the last state stays on the screen.
 */
import { find, findAll } from "./elements.js";

const POLL_MS = 2000;
const PATIENCE_MS = 8000;

const board = () => document.getElementById("board");

/* The clock runs here between two answers. */

let shownAt = performance.now();

function showClock() {
  const clock = find("#board [data-seconds]", HTMLElement);
  if (!clock) return;
  const passed = "running" in clock.dataset ? performance.now() - shownAt : 0;
  const minutes = Math.floor((Number(clock.dataset.seconds) + passed / 1000) / 60);
  const text = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
  if (clock.textContent !== text) clock.textContent = text;
}

/* Polling --------------------------------------------------------------- */

/** @param {string} html  Put the new board in the place of the old one; what differs fades in. */
function show(html) {
  const next = new DOMParser().parseFromString(html, "text/html").getElementById("board");
  const old = board();
  if (!next || !old) return;
  for (const part of findAll("[data-part]", HTMLElement, next)) {
    const before = find(`[data-part="${part.dataset.part}"]`, HTMLElement, old);
    if (before?.textContent !== part.textContent) part.classList.add("is-new");
  }
  old.replaceWith(document.adoptNode(next));
  shownAt = performance.now();
  showClock();
}

async function poll() {
  const address = `${document.body.dataset.address}&f=${board()?.dataset.revision}`;
  try {
    const answer = await fetch(address, {
      cache: "no-store",
      credentials: "same-origin",
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (answer.status === 200) show(await answer.text());
  } catch {
    // No connection: the last state stays on the screen.
  }
  setTimeout(poll, POLL_MS);
}

/* A screen that stays awake, where the browser lets it ------------------- */

async function stayAwake() {
  if (document.visibilityState !== "visible") return;
  try {
    await navigator.wakeLock?.request("screen");
  } catch {
    // Refused, for example to save the battery.
  }
}

document.addEventListener("visibilitychange", stayAwake);
stayAwake();
showClock();
setInterval(showClock, 5000);
setTimeout(poll, POLL_MS);
