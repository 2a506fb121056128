/**
 * A page without a browser, for the tests: happy-dom under the names of a browser.
 */
import { GlobalRegistrator } from "@happy-dom/global-registrator";
import { readFileSync } from "node:fs";
import { mock } from "node:test";

GlobalRegistrator.register({ url: "http://club.example/page/" });

// Elements have no place here; whoever is not hidden is shown.
HTMLElement.prototype.getClientRects = function () {
  return /** @type {any} */ (this.hidden ? [] : [{}]);
};

// The standard strips and collapses white space here; happy-dom does not.
Object.defineProperty(HTMLOptionElement.prototype, "text", {
  get() {
    return this.textContent.trim().replace(/\s+/g, " ");
  },
});

// happy-dom remembers what a selector found until an attribute changes; ":checked" is none.
const checked = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "checked");
Object.defineProperty(HTMLInputElement.prototype, "checked", {
  ...checked,
  set(value) {
    checked?.set?.call(this, value);
    for (let place = this.parentElement; place; place = place.parentElement) {
      place.setAttribute("data-was-set", this.id);
    }
  },
});

// As a classic script of the page: its name is known to all others.
const morphing = new URL("../../clubsite/static/idiomorph/idiomorph.min.js", import.meta.url);
Object.assign(globalThis, { Idiomorph: new Function(`${readFileSync(morphing, "utf8")}; return Idiomorph;`)() });

/** Time stands still; `pass` lets it go on. */
mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });

/** @param {number} milliseconds */
export const pass = (milliseconds) => mock.timers.tick(milliseconds);

/** Let everything happen that waits for nothing but its turn. */
export const settle = async () => {
  for (let n = 0; n < 20; n += 1) await Promise.resolve();
};

/**
 * Parts of real pages, as the templates write them (pages.py).
 * @type {Record<string, string>}
 */
export const pages = JSON.parse(readFileSync(process.env.CRAWFORD_TEST_PAGES ?? "", "utf8"));

const LIVE_REGIONS = `<p id="say"></p><p id="alert"></p><p id="hear"></p><div id="echo"></div>`;

/**
 * Show a page with these words of the server.
 * @param {string} html
 * @param {Record<string, string>} [words]
 */
export function show(html, words = {}) {
  document.body.innerHTML = LIVE_REGIONS + html;
  Object.keys(document.body.dataset).forEach((name) => delete document.body.dataset[name]);
  Object.assign(document.body.dataset, words);
}

/**
 * @template {Element} [T=HTMLElement]
 * @param {string} selector
 * @returns {T}
 */
export const get = (selector) => {
  const element = document.querySelector(selector);
  if (!element) throw new Error(`no ${selector}`);
  return /** @type {T} */ (element);
};

/** @param {string} id */
export const textOf = (id) => get(`#${id}`).textContent;

/**
 * Tell the page what htmx would tell it.
 * @param {string} name
 * @param {object} detail
 */
export const tell = (name, detail = {}) => document.dispatchEvent(new CustomEvent(name, { detail }));

/** @param {string} selector @param {string} value */
export function type(selector, value) {
  const field = /** @type {HTMLInputElement} */ (get(selector));
  field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * @param {string} key
 * @param {KeyboardEventInit} [more]
 * @returns {boolean}  Whether the browser still does what it does by itself.
 */
export const strike = (key, more = {}) =>
  (document.activeElement ?? document.body).dispatchEvent(
    new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }),
  );

/**
 * Answer every fetch like this; the addresses that were asked are kept.
 * @param {(url: string, options: RequestInit) => Partial<Response>|Promise<Partial<Response>>} answer
 */
export function server(answer) {
  /** @type {{url: string, options: RequestInit}[]} */
  const asked = [];
  globalThis.fetch = /** @type {any} */ (
    async (/** @type {string} */ url, /** @type {RequestInit} */ options = {}) => {
      asked.push({ url: String(url), options });
      const given = await answer(String(url), options);
      return { ok: true, status: 200, redirected: false, url, headers: new Headers(), text: async () => "", ...given };
    }
  );
  return asked;
}
