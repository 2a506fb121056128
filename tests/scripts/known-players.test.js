import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { get, pages, pass, settle, show, strike } from "./browser.js";
import "../../clubsite/static/js/enter-submits.js";

show(
  `<form><input type="hidden" name="division" value="2"><input type="hidden" name="known">
  <div data-suggests="/known/"><textarea data-enter-submits></textarea></div></form>`,
  { textOffline: "Not saved: there is no connection." },
);
/** @type {URL[]} */
const asked = [];
/** @type {Record<string, string>} */
const answers = { "": "", Dit: pages["one known player"], Bo: pages["two known players"] };
answers.Bor = answers.Bo;
answers["Bo F"] = answers.Bo;
answers.Xyz = pages["no known player"];
let isThere = true;
globalThis.fetch = /** @type {any} */ (
  async (/** @type {string} */ address) => {
    const url = new URL(address, "http://club.example/");
    asked.push(url);
    if (!isThere) throw new TypeError("no network");
    return { ok: true, text: async () => answers[url.searchParams.get("typed") ?? ""] };
  }
);
/** @type {string[]} */
const sent = [];
const form = /** @type {HTMLFormElement} */ (get("form"));
const key = /** @type {HTMLInputElement} */ (get("[name=known]"));
const box = /** @type {HTMLTextAreaElement} */ (get("textarea"));
form.requestSubmit = () => void sent.push(key.value || box.value);
await import("../../clubsite/static/js/known-players.js");

/** @param {string} text  Type this, and wait until the list is there. */
async function type(text) {
  box.focus();
  box.value = text;
  box.dispatchEvent(new Event("input", { bubbles: true }));
  pass(200);
  await settle();
}

/** @param {string[]} struck */
async function press(...struck) {
  for (const one of struck) strike(one);
  await settle();
}

const current = () => box.getAttribute("aria-activedescendant");
const isOpen = () => document.querySelectorAll("#known-players [role=option]").length > 0;

beforeEach(async () => {
  isThere = true;
  await type("");
  asked.length = sent.length = 0;
});

test("three letters and Enter take the only player with them", async () => {
  await type("Dit");
  assert.equal(asked[0].search, "?typed=Dit&division=2");
  assert.equal(box.getAttribute("aria-controls"), "known-players");
  assert.equal(box.getAttribute("aria-autocomplete"), "list");
  await press("Enter");
  assert.deepEqual(sent, ["DITTE"]);
  assert.equal(isOpen(), false);
});

test("Enter waits for the list of what was just typed", async () => {
  box.focus();
  box.value = "Dit";
  box.dispatchEvent(new Event("input", { bubbles: true }));
  await press("Enter");
  assert.equal(asked.length, 1);
  assert.deepEqual(sent, ["DITTE"]);
});

test("of several Enter takes none before one is chosen", async () => {
  await type("Bor");
  await press("Enter");
  assert.deepEqual(sent, []);
  assert.equal(current(), "known-player-1");
  await press("ArrowDown");
  assert.equal(get("#known-player-2").getAttribute("aria-selected"), "true");
  await press("Enter");
  assert.deepEqual(sent, ["BOBY"]);
});

test("arrows go round by the box, and Escape closes the list", async () => {
  await type("Bo");
  await press("ArrowUp");
  assert.equal(current(), "known-player-typed");
  await press("ArrowDown");
  assert.equal(current(), null);
  await press("ArrowDown", "Escape");
  assert.equal(isOpen(), false);
  await press("Enter");
  assert.deepEqual(sent, ["Bo"]);
});

test("what is typed can be entered although it begins a known name", async () => {
  await type("Dit");
  await press("ArrowUp", "Enter");
  assert.deepEqual(sent, ["Dit"]);
  await type("Dit");
  await press("Escape", "Enter");
  assert.deepEqual(sent, ["Dit", "Dit"]);
});

test("two words are a name of their own unless one is chosen", async () => {
  await type("Bo F");
  await press("Enter");
  assert.deepEqual(sent, ["Bo F"]);
  await type("Bo F");
  await press("ArrowDown", "Enter");
  assert.deepEqual(sent, ["Bo F", "BOA"]);
});

test("a word that begins no known name is a new player", async () => {
  await type("Xyz");
  assert.equal(isOpen(), false);
  await press("Enter");
  assert.deepEqual(sent, ["Xyz"]);
});

test("a list, columns and single letters are not looked for", async () => {
  for (const text of ["Ada\nBo", "Ada; Oslo", "Berg, O", "Ada 1400", "A", "  "]) await type(text);
  assert.deepEqual(asked, []);
});

test("a tap takes a player, and leaving the box closes the list", async () => {
  await type("Bo");
  get("#known-player-2").click();
  assert.deepEqual(sent, ["BOBY"]);
  await type("Bor");
  box.dispatchEvent(new FocusEvent("blur"));
  assert.equal(isOpen(), false);
});

test("without a network nobody is entered under three letters", async () => {
  isThere = false;
  await type("Dit");
  await press("Enter");
  assert.deepEqual(sent, []);
  assert.match(get("#alert").textContent ?? "", /no connection/);
});
