import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { get, show, textOf, type } from "./browser.js";
import { prepare } from "../../clubsite/static/js/requests.js";
import { foldWords } from "../../clubsite/static/js/search.js";

const LIST = `<input type="search" id="find" data-filter="#where"><div id="where" data-filter-empty="No matching name.">
  <section class="where__group"><p data-filter-row><b data-filter-text>Dagny Øverli</b> Bergen</p></section>
  <section class="where__group"><p data-filter-row><b data-filter-text>Aase Berg</b></p>
  <p data-filter-row><b data-filter-text>Frida Åkerblad</b></p></section></div>`;

const shown = () =>
  [...document.querySelectorAll("[data-filter-row]:not([hidden]) [data-filter-text]")].map((row) => row.textContent);

beforeEach(() => show(LIST));

test("names are found without their letters on the keyboard", () => {
  assert.deepEqual(foldWords("O’Brien, Åse-Ærø"), ["obrien", "ase", "aero"]);
  type("#find", "overli");
  assert.deepEqual(shown(), ["Dagny Øverli"]);
  type("#find", "AKER fri");
  assert.deepEqual(shown(), ["Frida Åkerblad"]);
});

test("only the named part of a row is searched", () => {
  type("#find", "berg");
  assert.deepEqual(shown(), ["Aase Berg"]);
});

test("a group without rows goes, and nothing found is said", () => {
  type("#find", "nobody");
  assert.deepEqual([...document.querySelectorAll("section[hidden]")].length, 2);
  assert.equal(textOf("say"), "No matching name.");
  type("#find", "");
  assert.equal(shown().length, 3);
  assert.equal(textOf("say"), "");
});

test("a list that is shown anew stays filtered", () => {
  type("#find", "dagny");
  get("#find").remove();
  get("#where").remove();
  document.body.insertAdjacentHTML("beforeend", LIST);
  prepare();
  assert.deepEqual(shown(), ["Dagny Øverli"]);
  assert.equal(/** @type {HTMLInputElement} */ (get("#find")).value, "dagny");
});

test("a row that is shown anew is filtered like the others", () => {
  type("#find", "dagny");
  const group = get("section:last-child");
  group.insertAdjacentHTML("beforeend", `<p data-filter-row><b data-filter-text>Bo Falk</b></p>`);
  prepare();
  assert.deepEqual(shown(), ["Dagny Øverli"]);
});

test("what was typed before the script was there filters, too", () => {
  show(LIST.replaceAll("find", "early").replaceAll("where", "rows"));
  /** @type {HTMLInputElement} */ (get("#early")).value = "dagny";
  prepare();
  assert.deepEqual(shown(), ["Dagny Øverli"]);
});
