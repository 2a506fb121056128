import assert from "node:assert/strict";
import { test } from "node:test";
import { pass, show, textOf } from "./browser.js";
import { announce, fill, hear } from "../../clubsite/static/js/announcements.js";

test("a sentence is filled by names, and keeps what nobody knows", () => {
  assert.equal(fill("M{no} to {length}, {other}", { no: 7, length: "5" }), "M7 to 5, {other}");
});

test("a live region keeps its element", () => {
  show("");
  const region = document.getElementById("say");
  announce("say", "Saved.");
  assert.equal(document.getElementById("say"), region);
  assert.equal(textOf("say"), "Saved.");
});

test("a page without the region is no mistake", () => {
  document.body.innerHTML = "";
  announce("alert", "Not saved.");
});

test("only the last text is heard, after a silence", () => {
  show("");
  hear("one", 500);
  pass(400);
  hear("two\n  words", 500);
  pass(499);
  assert.equal(textOf("hear"), "");
  pass(1);
  assert.equal(textOf("hear"), "two words");
});

test("nothing is heard of what was taken back", () => {
  show("");
  hear("one", 500);
  hear("");
  pass(1000);
  assert.equal(textOf("hear"), "");
});
