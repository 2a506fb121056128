import assert from "node:assert/strict";
import { test } from "node:test";
import { get, show } from "./browser.js";
import { around, find, findAll, focusOn, need } from "../../clubsite/static/js/elements.js";

test("an element is found if it is of the kind", () => {
  show(`<input id="a"><p id="b"></p>`);
  assert.equal(find("#a", HTMLInputElement)?.id, "a");
  assert.equal(find("#b", HTMLInputElement), null);
  assert.equal(find("#c", HTMLElement), null);
});

test("what a page cannot do without is missed by its name", () => {
  show("");
  assert.throws(() => need("#pad", HTMLFormElement), /#pad/);
});

test("all of one kind are found, within a place", () => {
  show(`<input><div id="place"><input><input><p></p></div>`);
  assert.equal(findAll("input", HTMLInputElement, get("#place")).length, 2);
});

test("the place around a click is found", () => {
  show(`<p data-copy="text"><b id="inner"></b></p>`);
  /** @type {(HTMLElement|null)[]} */
  const found = [];
  document.addEventListener("click", (event) => found.push(around(event, "[data-copy]")), { once: true });
  get("#inner").click();
  assert.equal(found[0]?.dataset.copy, "text");
});

test("a text with the focus is marked", () => {
  show(`<input type="text" id="line" value="23 7 5">`);
  focusOn(get("#line"));
  const line = /** @type {HTMLInputElement} */ (get("#line"));
  assert.equal(document.activeElement, line);
  assert.deepEqual([line.selectionStart, line.selectionEnd], [0, 6]);
  focusOn(null);
});
