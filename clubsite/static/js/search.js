/**
 * The search in a list of the page: only the rows with every typed word stay.
 */
import { announce } from "./announcements.js";
import { find, findAll } from "./elements.js";
import { whenShown } from "./requests.js";

/** Letters that are not composed of a letter and a mark. @type {Record<string, string>} */
const LETTERS = { æ: "ae", ø: "o", œ: "oe", ß: "ss", ł: "l", đ: "d", ð: "d", þ: "th", ħ: "h", ŧ: "t", ı: "i" };
const SILENT = /['’‘ʼʻʹ`´＇′\u00ad\u200b-\u200d\u2060\ufeff\u2068\u2069]/g;
const ACCENTS = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g;

/**
 * The words of a name as the server folds them (fold_words in matches/players/names.py):
 * who has no å, ø or æ on the keyboard finds Øverli by "overli".
 * @param {string} text
 */
export function foldWords(text) {
  const bare = text.toLowerCase().replace(SILENT, "").normalize("NFKD").toLowerCase().replace(ACCENTS, "");
  const plain = bare.replace(/[æøœßłđðþħŧı]/g, (letter) => LETTERS[letter]).normalize("NFKC");
  return plain
    .replace(/aa+/g, "a")
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);
}

/** What was typed into each search: a list that is shown anew stays filtered. @type {Map<string, string>} */
const typed = new Map();

/** @param {HTMLInputElement} input  Keep the rows whose text, or whose named part, has every typed word. */
function filterRows(input) {
  const list = find(input.dataset.filter ?? "", HTMLElement);
  if (!list) return;
  typed.set(input.id, input.value);
  const words = foldWords(input.value);
  let left = 0;
  findAll("[data-filter-row]", HTMLElement, list).forEach((row) => {
    const named = find("[data-filter-text]", HTMLElement, row) ?? row;
    const text = foldWords(named.textContent ?? "").join(" ");
    row.hidden = !words.every((word) => text.includes(word));
    if (!row.hidden) left += 1;
  });
  findAll(".where__group", HTMLElement, list).forEach((group) => {
    group.hidden = !find("[data-filter-row]:not([hidden])", HTMLElement, group);
  });
  announce("say", left ? "" : (list.dataset.filterEmpty ?? ""));
}

document.addEventListener("input", ({ target }) => {
  if (target instanceof HTMLInputElement && target.dataset.filter) filterRows(target);
});

// A list that is shown anew stays filtered; and who typed before this script was there is answered now.
whenShown(() => {
  findAll("input[data-filter]", HTMLInputElement).forEach((input) => {
    const text = typed.get(input.id) ?? "";
    if (!text && !input.value) return;
    if (text) input.value = text;
    filterRows(input);
  });
});
