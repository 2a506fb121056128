import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { get, show, strike } from "./browser.js";
import { press } from "../../clubsite/static/js/keys.js";

const DIALOG = `<button data-dialog="keys"></button><dialog id="keys"><dl data-keys-list></dl><input type="checkbox" data-keys-switch checked></dialog>`;
const BOX = `<form data-result-box><input name="line" data-key="r" data-key-label="Go to the result box"></form>`;

/** @type {string[]} */
let pressed = [];
document.addEventListener("click", ({ target }) => pressed.push(/** @type {Element} */ (target).id));

beforeEach(() => {
  localStorage.clear();
  show(`<button id="undo" data-key="u">Undo</button><textarea id="note"></textarea>${DIALOG}`);
  pressed = [];
});

test("a key presses its element, small or capital", () => {
  assert.equal(strike("u"), false);
  strike("U");
  assert.equal(strike("x"), true);
  assert.deepEqual(pressed, ["undo", "undo"]);
});

test("a key that is held down acts once, and may only lead somewhere", () => {
  strike("u", { repeat: true });
  assert.deepEqual(pressed, []);
  show(`<button id="first" data-key="q" data-key-focus></button>`);
  strike("q");
  assert.deepEqual([pressed, document.activeElement], [[], get("#first")]);
});

test("who types, holds a modifier or has switched them off presses nothing", () => {
  strike("u", { ctrlKey: true });
  get("#note").focus();
  strike("u");
  get("#note").blur();
  const box = /** @type {HTMLInputElement} */ (get("[data-keys-switch]"));
  box.checked = false;
  box.dispatchEvent(new Event("change", { bubbles: true }));
  strike("u");
  assert.deepEqual(pressed, []);
  box.checked = true;
  box.dispatchEvent(new Event("change", { bubbles: true }));
  strike("u");
  assert.deepEqual(pressed, ["undo"]);
});

test("what is hidden or disabled has no key", () => {
  get("#undo").hidden = true;
  strike("u");
  get("#undo").hidden = false;
  get("#undo").setAttribute("disabled", "");
  strike("u");
  assert.deepEqual(pressed, []);
});

test("digits go to the result box from anywhere", () => {
  show(BOX + DIALOG);
  assert.equal(strike("2"), true); // the browser types it there
  assert.equal(document.activeElement, get("[name=line]"));
});

test("letters are commands while the result box is empty", () => {
  show(`${BOX}<button id="undo" data-key="u"></button>`);
  const line = /** @type {HTMLInputElement} */ (get("[name=line]"));
  line.focus();
  strike("u");
  line.value = "2";
  strike("u");
  assert.deepEqual(pressed, ["undo"]);
});

test("letters are commands while a refused line is marked, until it is changed", () => {
  const refused = BOX.replace("data-result-box", 'data-result-box class="is-invalid"');
  show(`${refused}<button id="undo" data-key="u"></button>`);
  const line = /** @type {HTMLInputElement} */ (get("[name=line]"));
  line.defaultValue = "7 5 5";
  line.value = "7 5 5";
  line.focus();
  line.select();
  assert.equal(strike("5"), true);
  strike("u");
  assert.deepEqual(pressed, ["undo"]);
  line.setSelectionRange(5, 5);
  strike("u");
  line.value = "7 5";
  line.select();
  strike("u");
  assert.deepEqual(pressed, ["undo"]);
});

test("Escape empties the result box, and says so to those who listen", () => {
  show(BOX);
  const line = /** @type {HTMLInputElement} */ (get("[name=line]"));
  let heard = 0;
  line.addEventListener("input", () => (heard += 1));
  line.focus();
  line.value = "23 7";
  strike("Escape");
  assert.equal(line.value, "");
  assert.equal(heard, 1);
});

test("Escape closes a menu and goes to its name", () => {
  show(`<details class="drop" open><summary id="name" tabindex="0"></summary><a href="#" id="in">x</a></details>`);
  get("#in").focus();
  strike("Escape");
  assert.equal(get("details").hasAttribute("open"), false);
  assert.equal(document.activeElement, get("#name"));
});

test("the list names what is on the page, each time anew", () => {
  show(`<a href="#" data-key="ArrowLeft">Ada</a>${BOX}${DIALOG}`);
  const rows = () =>
    [...document.querySelectorAll("[data-keys-own]")].map((row) => row.textContent);
  get("[data-dialog]").click();
  assert.deepEqual(rows(), ["←Ada", "RGo to the result box"]);
  get("a").remove();
  get("[data-result-box]").remove();
  get("[data-dialog]").click();
  assert.deepEqual(rows(), []);
});

test("a text field gets the focus instead of a click", () => {
  show(`<input id="find" type="text" data-key="f"><input id="one" type="radio" data-key="1">`);
  press(get("#find"));
  assert.equal(document.activeElement, get("#find"));
  press(get("#one"));
  assert.equal(/** @type {HTMLInputElement} */ (get("#one")).checked, true);
});
