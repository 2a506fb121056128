import assert from "node:assert/strict";
import { test } from "node:test";
import { get, show, strike } from "./browser.js";
import "../../clubsite/static/js/enter-submits.js";

test("Enter sends one line, and only one", () => {
  show(`<form><textarea data-enter-submits></textarea></form>`);
  let sent = 0;
  get("form").addEventListener("submit", (event) => {
    event.preventDefault();
    sent += 1;
  });
  const box = /** @type {HTMLTextAreaElement} */ (get("textarea"));
  box.focus();
  for (const text of ["", "  ", "Ada\nBo"]) {
    box.value = text;
    assert.equal(strike("Enter"), true);
  }
  box.value = "Ada";
  assert.equal(strike("Enter", { shiftKey: true }), true);
  assert.equal(sent, 0);
  assert.equal(strike("Enter"), false);
  assert.equal(sent, 1);
});
