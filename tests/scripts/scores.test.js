import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { get, pages, show } from "./browser.js";

show(pages["scores"]);
await import("../../clubsite/static/js/scores.js");
const { prepare } = await import("../../clubsite/static/js/requests.js");

const dialog = () => /** @type {HTMLDialogElement} */ (get("#scores"));
const buttons = () => /** @type {HTMLElement[]} */ ([...dialog().querySelectorAll("[data-line]")]);

/**
 * @param {Element} place
 * @param {MouseEventInit} [more]
 * @returns {boolean}  Whether the browser follows a link.
 */
const click = (place, more = {}) =>
  place.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1, ...more }));

/** @type {string[]} */
let sent = [];

beforeEach(() => {
  show(pages["scores"]);
  prepare();
  sent = [];
  HTMLFormElement.prototype.requestSubmit = function () {
    sent.push(/** @type {HTMLInputElement} */ (get("#result-line")).value);
  };
});

test("the button of a match offers every score that ends it, by who won", () => {
  assert.equal(click(get("[data-scores-of]")), false);
  assert.ok(dialog().open);
  assert.equal(get("#scores-title").textContent, "M7, to 5 points");
  const heads = [...dialog().querySelectorAll("h3")].map((head) => head.textContent);
  assert.deepEqual(heads.map((head) => head?.replace(/[\u2066-\u2069]/g, "")), ["Ada won", "Bo won"]);
  const texts = ["5–0", "5–1", "5–2", "5–3", "5–4"];
  assert.deepEqual(buttons().map((button) => button.textContent), [...texts, ...texts]);
  assert.match(/** @type {HTMLAnchorElement} */ (get("[data-match-page]")).href, /\/m\/CODE77\/$/);
});

test("a match that is played offers what can still come of it", () => {
  get(".pair__score").innerHTML = '<span class="pair__points">3</span>–<span class="pair__points">2</span>';
  click(get("[data-scores-of]"));
  assert.deepEqual(buttons().map(({ dataset }) => dataset.line), ["7 5 2", "7 5 3", "7 5 4", "7 3 5", "7 4 5"]);
});

test("a chosen score is sent as if it was typed, top score first", () => {
  for (const [index, line] of [[3, "7 5 3"], [9, "7 4 5"]]) {
    click(get("[data-scores-of]"));
    click(buttons()[Number(index)]);
    assert.equal(sent.at(-1), line);
    assert.equal(dialog().open, false);
  }
});

test("the second click of a double one chooses nothing", () => {
  click(get("[data-scores-of]"));
  click(buttons()[0], { detail: 2 });
  assert.deepEqual([sent, dialog().open], [[], true]);
});

test("without scores to offer the button opens the page of the match", () => {
  get("[data-match]").dataset.length = "0";
  assert.equal(click(get("[data-scores-of]")), true);
  dialog().remove();
  assert.equal(click(get("[data-scores-of]")), true);
});
