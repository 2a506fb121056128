import assert from "node:assert/strict";
import { test } from "node:test";
import { get, settle, show, textOf } from "./browser.js";
import "../../clubsite/static/js/dialogs.js";

test("a click closes every menu but its own", () => {
  show(`<details class="drop" open id="a"><summary id="in"></summary></details><details class="drop" open id="b"></details>`);
  const isOpen = () => ["a", "b"].map((id) => get(`#${id}`).hasAttribute("open"));
  get("#a").click();
  assert.deepEqual(isOpen(), [true, false]);
  document.body.click();
  assert.deepEqual(isOpen(), [false, false]);
});

test("a link opens its dialog, and stays a link with a key held down", () => {
  show(`<a href="#elsewhere" data-dialog="keys"></a><dialog id="keys"></dialog>`);
  const dialog = /** @type {HTMLDialogElement} */ (get("#keys"));
  /** @param {MouseEventInit} [held] */
  const click = (held) =>
    get("a").dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ...held }));
  assert.equal(click({ ctrlKey: true }), true);
  assert.equal(dialog.open, false);
  assert.equal(click(), false);
  assert.equal(dialog.open, true);
});

test("a text is copied, and that is said", async () => {
  show(`<button data-copy="XGID=…"></button>`, { textCopied: "Copied." });
  /** @type {string[]} */
  const copied = [];
  const writeText = async (/** @type {string} */ text) => void copied.push(text);
  Object.defineProperty(navigator, "clipboard", { value: { writeText }, configurable: true });
  get("[data-copy]").click();
  await settle();
  assert.deepEqual(copied, ["XGID=…"]);
  assert.equal(textOf("say"), "Copied.");
});
