/**
 * Parts of a page that fold: shut at first where the window is narrow, and then as their
 * reader leaves them, also when the part comes anew.
 */
import { findAll } from "./elements.js";
import { whenShown } from "./requests.js";

const NARROW = matchMedia("(max-width: 39.99rem)");

/** @type {Map<string, boolean>}  Whether a part is open, by its name. */
const left = new Map();

/** @param {HTMLDetailsElement} fold  The address may lead into it. */
const isAsked = (fold) => fold.querySelector(":target, details[open]") !== null;

document.addEventListener(
  "click",
  ({ target }) => {
    const summary = target instanceof Element ? target.closest("[data-fold] > summary") : null;
    const fold = summary?.parentElement;
    if (fold instanceof HTMLDetailsElement) left.set(fold.dataset.fold ?? "", !fold.open);
  },
  true,
);

whenShown(() => {
  for (const fold of findAll("details[data-fold]", HTMLDetailsElement)) {
    fold.open = left.get(fold.dataset.fold ?? "") ?? (!NARROW.matches || isAsked(fold));
  }
});
