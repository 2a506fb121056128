/**
 * What a tournament announces, on its pages: new announcements are spoken, and the round
 * clock runs by the clock of the server.
 */
import { hear } from "./announcements.js";
import { findAll } from "./elements.js";
import { onRequest, whenShown } from "./requests.js";

const MINUTE_MS = 60_000;
/** Milliseconds by which the clock of this device is behind that of the server. */
let behind = 0;

onRequest("ended", ({ xhr }) => {
  const date = Date.parse(xhr.getResponseHeader("Date") ?? "");
  if (date && Math.abs(date - Date.now()) > MINUTE_MS) behind = date - Date.now();
});

/** @param {number} left  Seconds. */
function clock(left) {
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const minutes = Math.floor(left / 60);
  const hours = Math.floor(minutes / 60);
  return `${hours ? `${hours}:${two(minutes % 60)}` : minutes}:${two(left % 60)}`;
}

function run() {
  for (const place of findAll("[data-ends]", HTMLElement)) {
    const left = Math.ceil((Number(place.dataset.ends) - Date.now() - behind) / 1000);
    const text = left > 0 ? clock(left) : (place.dataset.over ?? "");
    if (place.textContent !== text) place.textContent = text;
  }
}

/** Announcements shown when the page loaded, by id and text: they are not spoken. */
const known = new Set();
const announced = () => findAll("[data-announcement]", HTMLElement);
const sign = (/** @type {HTMLElement} */ one) => `${one.id} ${one.textContent?.trim()}`;
for (const one of announced()) known.add(sign(one));

whenShown(() => {
  run();
  const fresh = announced().filter((one) => !known.has(sign(one)));
  for (const one of fresh) known.add(sign(one));
  if (fresh.length) hear(fresh.map((one) => one.textContent).join(" "));
});
setInterval(run, 500);
