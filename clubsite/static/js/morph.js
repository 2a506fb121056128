/**
 * A newer version of a part of the page takes its place element by element, so that the
 * focus, what is typed, what is unfolded and the place of the reader stay as they are.
 * Idiomorph does it, for htmx (hx-swap="morph") and for scripts of ours.
 */

/** @typedef {HTMLInputElement|HTMLSelectElement|HTMLTextAreaElement} Field */

/**
 * What we use of it; its script is loaded before the modules.
 * @typedef {object} Morphing
 * @property {{callbacks: Record<string, (old: Node, fresh: Node) => unknown>}} defaults
 * @property {(old: Element, fresh: Element) => unknown} morph
 */

const { Idiomorph } = /** @type {{Idiomorph: Morphing}} */ (/** @type {unknown} */ (globalThis));

/** @param {unknown} node  @returns {node is Field} */
export const isField = (node) =>
  node instanceof HTMLInputElement || node instanceof HTMLSelectElement || node instanceof HTMLTextAreaElement;

/** @param {Field} field  Whether somebody has changed what the server put into it. */
export function isTyped(field) {
  if (field instanceof HTMLSelectElement) {
    return field.selectedIndex > 0 && !field.selectedOptions[0].defaultSelected;
  }
  if (field instanceof HTMLInputElement && /^(radio|checkbox)$/.test(field.type)) {
    return field.checked !== field.defaultChecked;
  }
  return field.value !== field.defaultValue;
}

Idiomorph.defaults.callbacks.beforeNodeMorphed = (old, fresh) => {
  if (isField(old) && isTyped(old)) return false;
  if (!(old instanceof HTMLDetailsElement && fresh instanceof HTMLDetailsElement)) return true;
  // What its reader opened or shut stays so, unless there is something to put right in it.
  if (!fresh.querySelector("[aria-invalid=true]")) fresh.open = old.open;
  return true;
};

/** @param {Element} old @param {Element} fresh  Make the one on the page like the other one. */
export const morph = (old, fresh) => Idiomorph.morph(old, fresh);
