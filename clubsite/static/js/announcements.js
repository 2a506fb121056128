/**
 * Telling people what happened: in the lines for news and errors at the top of the
 * page, or to those who hear the page. All sentences come from the server.
 */

/**
 * Fill a named sentence: "{no}" becomes values.no.
 * @param {string} sentence
 * @param {Record<string, string|number>} values
 */
export const fill = (sentence, values) =>
  sentence.replace(/\{(\w+)\}/g, (whole, key) => String(values[key] ?? whole));

/**
 * Change the text of a live region, which keeps its element.
 * @param {"say"|"alert"|"hear"} id
 * @param {string} text
 */
export function announce(id, text) {
  const region = document.getElementById(id);
  if (region && region.textContent !== text) region.textContent = text;
}

/** @type {ReturnType<typeof setTimeout>|undefined} */
let waiting;

/**
 * Announce a text to screen readers only; the last text wins.
 * @param {string} text
 * @param {number} [wait]  Milliseconds.
 */
export function hear(text, wait = 100) {
  clearTimeout(waiting);
  announce("hear", "");
  waiting = setTimeout(() => announce("hear", text.replace(/\s+/g, " ").trim()), wait);
}
