import assert from "node:assert/strict";
import { test } from "node:test";
import { get, show } from "./browser.js";

const row = (/** @type {number} */ n, /** @type {string} */ key) =>
  `<tr id="place-${n}" data-part><td>${n}</td><th><a href="/players/${key}/">Name ${n}</a></th></tr>`;
const table = (/** @type {string[]} */ ...keys) =>
  `<table><tbody id="list" data-own-first>${keys.map((key, n) => row(n + 1, key)).join("")}</tbody></table>`;
const PAGE = `<main><div id="live">${table("AAA", "BBB", "CCC", "OWN")}</div>
  <ol><li id="bout"><a href="/tournaments/open/stages/1/path/7/">Name</a></li>
  <li><a href="/tournaments/open/stages/1/path/17/">Other</a></li></ol></main>
  <div id="own" data-keys="OWN PAIR" data-entries="7" data-word="you"></div>
  <button data-follow="BBB" aria-pressed="false"></button>
  <template id="followed"><span class="is-followed">★</span></template>`;

show(PAGE);
await import("../../clubsite/static/js/own-rows.js");
const { prepare } = await import("../../clubsite/static/js/requests.js");

const marked = () => [...document.querySelectorAll(".is-own[id]")].map((one) => one.id);
const copies = () => [...document.querySelectorAll("[data-own-copy] tr")];
const news = (/** @type {string} */ html) => {
  get("#live").innerHTML = html;
  prepare();
};

test("rows with a link to the player or to the player’s path are marked, once", () => {
  prepare();
  assert.deepEqual(marked(), ["place-4", "bout"]);
  assert.equal(get("#bout").textContent, "Name you");
});

test("a row far down stands above the list as well, without its id", () => {
  assert.equal(copies().length, 1);
  assert.equal(copies()[0].id, "");
  assert.equal(copies()[0].textContent, "4Name 4 you");
  assert.equal(get("table").firstElementChild, copies()[0].parentElement);
});

test("rows that are shown anew are marked anew, and only copies of now stay", () => {
  news(table("AAA", "BBB", "CCC", "DDD", "PAIR"));
  assert.deepEqual(marked(), ["place-5", "bout"]);
  assert.deepEqual(copies().map((one) => one.textContent), ["5Name 5 you"]);
});

test("a row near the top is not shown twice", () => {
  news(table("AAA", "OWN", "CCC", "DDD"));
  assert.deepEqual(marked(), ["place-2", "bout"]);
  assert.equal(copies().length, 0);
});

test("a player who is followed has a star in every list, until no longer", () => {
  news(table("AAA", "BBB"));
  const button = /** @type {HTMLButtonElement} */ (get("[data-follow]"));
  const starred = () => [...document.querySelectorAll("a:has(> .is-followed)")].map((one) => one.textContent);
  button.click();
  assert.equal(button.getAttribute("aria-pressed"), "true");
  assert.deepEqual(starred(), ["Name 2★"]);
  news(table("BBB", "AAA"));
  assert.deepEqual(starred(), ["Name 1★"]);
  button.click();
  assert.equal(button.getAttribute("aria-pressed"), "false");
  assert.deepEqual(starred(), []);
});

test("in a list of paths who is followed stands first, with a star", () => {
  localStorage.setItem("followed", "CCC");
  const paths = ["AAA", "BBB", "CCC"].map((key, n) => `<li><a href="/path/${n + 1}/" data-player="${key}">${key}</a></li>`);
  news(`<ul data-paths>${paths.join("")}</ul>`);
  assert.deepEqual([...document.querySelectorAll("[data-paths] a")].map((one) => one.textContent), ["CCC★", "AAA", "BBB"]);
});

test("what is kept on the device and is no key follows nobody", () => {
  localStorage.setItem("followed", '"] AAA');
  news(table("AAA", "BBB"));
  assert.equal(document.querySelectorAll("a .is-followed").length, 1);
});
