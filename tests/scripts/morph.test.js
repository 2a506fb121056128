import assert from "node:assert/strict";
import { test } from "node:test";
import { get, show } from "./browser.js";
import { isTyped, morph } from "../../clubsite/static/js/morph.js";

/** @param {string} html  Put this in the place of #live, as a poll does. */
function news(html) {
  const made = document.createElement("div");
  made.innerHTML = html;
  morph(get("#live"), /** @type {Element} */ (made.firstElementChild));
}

/** @param {string} selector */
const field = (selector) => /** @type {HTMLInputElement} */ (get(selector));

test("what a person is typing stays, and what nobody touched is new", () => {
  const part = (/** @type {string} */ value) => `<div id="live"><p>${value}</p>
    <input id="a" value="${value}"><input id="b" value="${value}"><textarea id="c">${value}</textarea>
    <input type="radio" name="r" id="r1" checked><input type="radio" name="r" id="r2"></div>`;
  show(part("old"));
  field("#a").value = "typed";
  field("#c").value = "typed";
  field("#r2").checked = true;
  news(part("new"));
  assert.equal(get("#live p").textContent, "new");
  assert.deepEqual(["#a", "#b", "#c"].map((name) => field(name).value), ["typed", "new", "typed"]);
  assert.deepEqual(["#r1", "#r2"].map((name) => field(name).checked), [false, true]);
  assert.ok(isTyped(field("#a")) && !isTyped(field("#b")));
});

test("rows are moved, added and removed; those that stay are the same elements", () => {
  const list = (/** @type {number[]} */ ...rows) =>
    `<ul id="live">${rows.map((row) => `<li id="row-${row}">${row}</li>`).join("")}</ul>`;
  show(list(1, 2, 3));
  const two = get("#row-2");
  news(list(3, 2, 4));
  assert.equal(get("#live").textContent, "324");
  assert.equal(get("#row-2"), two);
});

test("what its reader unfolded stays so, unless something in it is wrong", () => {
  const part = (/** @type {string} */ inside, open = "") =>
    `<div id="live"><details id="d"${open}><summary>More</summary>${inside}</details></div>`;
  const isOpen = () => /** @type {HTMLDetailsElement} */ (get("#d")).open;
  show(part(""));
  get("#d").setAttribute("open", "");
  news(part("<p>new</p>"));
  assert.ok(isOpen());
  get("#d").removeAttribute("open");
  news(part("<p>newer</p>", " open"));
  assert.ok(!isOpen());
  news(part(`<input aria-invalid="true">`, " open"));
  assert.ok(isOpen());
});
