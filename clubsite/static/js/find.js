/**
 * The search over everything: arrow keys go from the field through what was found.
 */
import { find, findAll } from "./elements.js";
import { onRequest } from "./requests.js";

const STEPS = new Map([
  ["ArrowDown", 1],
  ["ArrowUp", -1],
]);

const field = find("#find-all", HTMLInputElement);

/** @param {Element} element */
const isShown = (element) => element.getClientRects().length > 0;

/** The field, then the links below it in their order. */
const stops = () => [field, ...findAll("#found a[href]:not(.section__more)", HTMLAnchorElement).filter(isShown)];

/** How far the arrows have gone; 0 is the field. */
let place = 0;

document.addEventListener("keydown", (event) => {
  const step = STEPS.get(event.key);
  if (!step || !field || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const now = stops().findIndex((stop) => stop === document.activeElement);
  const next = stops()[now + step];
  if (now < 0 || !next) return;
  event.preventDefault();
  place = now + step;
  next.focus();
});

field?.addEventListener("focus", () => {
  place = 0;
});

// An answer that came after the first arrow: the focus stays where it was in the list.
onRequest("settled", ({ requestConfig }) => {
  if (requestConfig?.elt === field && place && document.activeElement === document.body) stops()[place]?.focus();
});

// What was typed before htmx was there, or kept by the browser over a reload, is asked for now.
document.addEventListener("DOMContentLoaded", () => {
  if (field && field.value !== field.defaultValue) field.dispatchEvent(new CustomEvent("ask"));
});
