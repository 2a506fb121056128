/**
 * A page that keeps itself up to date: when it looks for news, and the line that says
 * how fresh it is, with its pause. Parts with hx-trigger="tick" are asked for by htmx.
 */
import { announce, fill } from "./announcements.js";
import { around, find } from "./elements.js";
import { isPoll, onRequest } from "./requests.js";

/** Looks are spread by this share, so that the phones of a hall do not ask at once. */
const SHAKE = 0.2;
/** The number of intervals without an answer after which the page is marked as old. */
const MISSED = 3;

/** The longest rest in seconds that the server can ask for. */
const LONGEST_REST = 60;

let isPaused = false;
let looksWhenHidden = false;
let restsUntil = 0;
let lastAnswer = Date.now();

const tickSeconds = () => Number(document.body.dataset.tick) || 5;

/** The page is hidden, paused by the user, or the server is busy. */
export const isResting = () =>
  isPaused || Date.now() < restsUntil || (document.visibilityState !== "visible" && !looksWhenHidden);

/** @param {boolean} isWished  Look for news also while nobody looks at the page. */
export function lookWhenHidden(isWished) {
  looksWhenHidden = isWished;
}

/** @param {string|null} seconds  "Retry-After" of an answer: ask for nothing before. */
export function restFor(seconds) {
  restsUntil = Date.now() + 1000 * Math.min(Number(seconds) || 0, LONGEST_REST);
}

/** @param {() => unknown} look  Do this again and again, each time after a while. */
export function repeat(look) {
  const factor = 1 - SHAKE + 2 * SHAKE * Math.random();
  setTimeout(async () => {
    await look();
    repeat(look);
  }, tickSeconds() * 1000 * factor);
}

function tick() {
  const waits = document.querySelector('[hx-trigger*="tick"]');
  if (waits && !isResting()) document.body.dispatchEvent(new CustomEvent("tick"));
  if (Date.now() - lastAnswer > MISSED * 1000 * tickSeconds()) showFreshness("stale");
}

/** @param {number} moment  Its time of day in the zone of the club, as pages show it. */
export function clock(moment) {
  const timeZone = document.body.dataset.zone || undefined;
  try {
    return new Date(moment).toLocaleTimeString("en-GB", { timeZone });
  } catch {
    return new Date(moment).toLocaleTimeString("en-GB"); // an old browser, a new zone
  }
}

/** @param {number} kept  When a page was kept: the time, with its day where that is another one. */
function moment(kept) {
  const day = new Date(kept).toLocaleDateString(document.documentElement.lang);
  const isToday = day === new Date().toLocaleDateString(document.documentElement.lang);
  return isToday ? clock(kept).slice(0, 5) : `${day} ${clock(kept).slice(0, 5)}`;
}

/** @param {"live"|"stale"|"offline"|"paused"} state  What the last look has found. */
export function showFreshness(state) {
  const line = find("[data-fresh]", HTMLElement);
  if (!line) return;
  const now = navigator.onLine ? state : "offline";
  const shown = isPaused ? "paused" : now;
  line.classList.remove("is-live", "is-stale", "is-offline", "is-paused");
  line.classList.add(`is-${shown}`);
  const word = find(".fresh__word", HTMLElement, line);
  const text = line.dataset[shown] ?? "";
  if (word && word.textContent !== text) word.textContent = text;
  if (state !== "live") return;
  if (document.body.dataset.kept) announce("alert", ""); // there is a network again
  delete document.body.dataset.kept;
  lastAnswer = Date.now();
  const time = find(".fresh__time", HTMLElement, line);
  if (time) time.textContent = clock(lastAnswer);
}

/** @param {HTMLElement} button */
function pause(button) {
  isPaused = !isPaused;
  button.setAttribute("aria-pressed", String(isPaused));
  if (!isPaused) lastAnswer = Date.now();
  showFreshness(isPaused ? "paused" : "live");
  if (!isPaused) tick();
}

onRequest("ended", (request) => {
  if (!isPoll(request)) return;
  showFreshness(request.successful ? "live" : "stale");
  if (request.xhr?.status === 503) restFor(request.xhr.getResponseHeader("Retry-After"));
});
onRequest("unsent", (request) => {
  if (isPoll(request)) showFreshness("offline");
});

document.addEventListener("click", (event) => {
  const button = around(event, "[data-pause]");
  if (button) pause(button);
});
// The server is making the newer page: ask again when it must be there.
document.addEventListener("soon", () => setTimeout(tick, 300 + 300 * Math.random()));
document.addEventListener("visibilitychange", tick);
addEventListener("offline", () => showFreshness("offline"));
addEventListener("online", tick);
// This page has just come; it may have been made for others before, or kept on this device.
const { kept, textKept } = document.body.dataset;
if (kept) announce("alert", fill(textKept ?? "", { time: moment(Number(kept)) }));
showFreshness(kept ? "offline" : "live");
repeat(tick);
