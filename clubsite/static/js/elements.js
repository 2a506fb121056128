/**
 * Finding elements, typed: the kind that is asked for is the kind that is given.
 */

/**
 * The first element that fits the selector, if it is of this kind.
 * @template {Element} T
 * @param {string} selector
 * @param {new () => T} kind
 * @param {ParentNode} [within]
 * @returns {T|null}
 */
export function find(selector, kind, within = document) {
  const element = within.querySelector(selector);
  return element instanceof kind ? element : null;
}

/**
 * The same where the page cannot do without it.
 * @template {Element} T
 * @param {string} selector
 * @param {new () => T} kind
 * @param {ParentNode} [within]
 * @returns {T}
 */
export function need(selector, kind, within = document) {
  const element = find(selector, kind, within);
  if (!element) throw new Error(`There is no ${selector} on this page.`);
  return element;
}

/**
 * All elements that fit the selector and are of this kind.
 * @template {Element} T
 * @param {string} selector
 * @param {new () => T} kind
 * @param {ParentNode} [within]
 * @returns {T[]}
 */
export function findAll(selector, kind, within = document) {
  const found = [...within.querySelectorAll(selector)];
  return /** @type {T[]} */ (found.filter((element) => element instanceof kind));
}

/**
 * The place around the target of an event that fits the selector.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement|null}
 */
export function around(event, selector) {
  const place = event.target instanceof Element ? event.target.closest(selector) : null;
  return place instanceof HTMLElement ? place : null;
}

/** @param {HTMLElement|null} element  What was typed is marked, so that typing replaces it. */
export function focusOn(element) {
  if (!element) return;
  element.focus();
  if (element instanceof HTMLInputElement && element.type === "text") element.select();
}
