/**
 * Begins on every page. Everything works without scripts; they only shorten the way.
 */
import "./announcements.js"; // so that it is loaded together with the others
import "./dialogs.js";
import { find, findAll, focusOn } from "./elements.js";
import "./keys.js";
import "./live-refresh.js";
import "./morph.js";
import "./requests.js";

const summary = find(".error-summary", HTMLElement);
if (summary) focusOn(summary);
else find("[data-autofocus]", HTMLElement)?.focus({ preventScroll: true }); // on a phone it may be far below

/** Milliseconds before a script that did not come is asked for again. */
const AGAIN = 20_000;

/** @param {HTMLElement} place  It names a script until this has come. */
function load(place) {
  import(place.dataset.later ?? "").then(
    () => delete place.dataset.later,
    () => setTimeout(load, AGAIN, place),
  );
}

// What matters only after a while is loaded when everything else is there: news of the
// page, and what keeps things without a network.
addEventListener("load", () => findAll("[data-later]", HTMLElement).forEach(load));

/** Milliseconds after which a page has loaded what it needs. */
const LOADED = 3000;

/** Let the service worker keep this page and its files, which came before it began to work. */
async function keepForLater() {
  const { active } = await navigator.serviceWorker.ready;
  const files = performance.getEntriesByType("resource").map(({ name }) => name);
  setTimeout(() => active?.postMessage({ page: location.href, files }), LOADED);
}

// Browsers have it over https and on the machine itself, and nowhere else.
const { worker } = document.body.dataset;
if (worker && "serviceWorker" in navigator) {
  addEventListener("load", () => {
    navigator.serviceWorker.register(worker).then(keepForLater, () => {});
  });
}

// Live regions speak of what changes: what this one held when the page loaded is put in
// again. What has come since was spoken as it came.
const echo = document.getElementById("echo");
const held = [...(echo?.children ?? [])];
setTimeout(() => {
  const isChanged = held.some((news) => !news.isConnected);
  if (!echo || !held.length || isChanged || echo.contains(document.activeElement)) return;
  echo.replaceChildren(...[...echo.childNodes].map((node) => node.cloneNode(true)));
}, 500);
