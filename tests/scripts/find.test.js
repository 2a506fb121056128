import assert from "node:assert/strict";
import { test } from "node:test";
import { get, show, strike } from "./browser.js";

show(`<input type="search" id="find-all" value=""><div id="found"></div>`);
await import("../../clubsite/static/js/find.js");
const field = /** @type {HTMLInputElement} */ (get("#find-all"));
const ROWS = `<a href="#all" class="section__more">All</a><a href="#a" id="a">A</a><a href="#b" id="b" hidden>B</a><a href="#c" id="c">C</a>`;
get("#found").innerHTML = ROWS;

/** @param {string[]} keys */
const after = (...keys) => {
  keys.forEach((key) => strike(key));
  return document.activeElement?.id;
};

test("arrows go from the field through what is shown, and back", () => {
  field.focus();
  assert.equal(after("ArrowDown"), "a");
  assert.equal(after("ArrowDown"), "c");
  assert.equal(after("ArrowDown"), "c");
  assert.equal(after("ArrowUp", "ArrowUp"), "find-all");
  assert.equal(after("ArrowUp"), "find-all");
});

test("arrows elsewhere belong to the page", () => {
  field.blur();
  assert.equal(strike("ArrowDown"), true);
});

test("an answer that comes late leaves the focus at its place", () => {
  field.focus();
  after("ArrowDown", "ArrowDown");
  get("#found").innerHTML = ROWS;
  const detail = { requestConfig: { elt: field }, xhr: { status: 200 } };
  document.dispatchEvent(new CustomEvent("htmx:afterSettle", { detail }));
  assert.equal(document.activeElement?.id, "c");
});

test("what was typed before anything listened is asked for", () => {
  let asked = 0;
  field.addEventListener("ask", () => {
    asked += 1;
  });
  document.dispatchEvent(new Event("DOMContentLoaded"));
  field.value = "lund";
  document.dispatchEvent(new Event("DOMContentLoaded"));
  assert.equal(asked, 1);
});
