/**
 * Checks a draw record in the reader's own browser, without asking any server: a worker
 * draws the round again, and the page shows its pairings beside those of the record.
 * Everything works without this file: the server checks the whole draw, and so do
 * `manage verify_draw` and the file verify_draw.py.
 */
import { fill } from "./announcements.js";
import { find, need } from "./elements.js";

/** @typedef {import("./draw-record.js").Examined} Examined */

/** @param {HTMLElement} section @param {string} key */
const sentence = (section, key) => section.dataset[key] ?? "";

/**
 * A time of a record in the zone of the club and the words of the page.
 * @param {string} moment  As an announcement writes it: 2026-11-22T19:04:05Z.
 */
function local(moment) {
  /** @type {Intl.DateTimeFormatOptions} */
  const asked = { dateStyle: "long", timeStyle: "medium" };
  const timeZone = document.body.dataset.zone;
  try {
    return new Date(moment).toLocaleString(document.documentElement.lang, { ...asked, timeZone });
  } catch {
    return new Date(moment).toLocaleString(undefined, asked); // an old browser, a new zone
  }
}

/** @param {Record<string, string|number>} values */
const shown = (values) => ("time" in values ? { ...values, time: local(String(values.time)) } : values);

/** @param {string} mark @param {string} text */
function line(mark, text) {
  const item = document.createElement("li");
  item.className = `proof__step is-${mark === "remark" ? "told" : mark}`;
  item.dataset.mark = mark;
  item.textContent = text;
  return item;
}

/** @param {HTMLElement} section @param {Examined} examined */
function show(section, { outcome, findings, published, again }) {
  const items = findings.map(({ text, mark, values }) => line(mark, fill(sentence(section, text), shown(values))));
  need("[data-found]", HTMLElement, section).replaceChildren(...items);
  const verdict = need("[data-verdict]", HTMLElement, section);
  verdict.textContent = sentence(section, `outcome${outcome[0].toUpperCase()}${outcome.slice(1)}`);
  section.dataset.outcome = outcome;
  const rows = Array.from({ length: again.length && Math.max(again.length, published.length) }, (_, place) => {
    const row = document.createElement("tr");
    const cells = [[String(place + 1)], published[place] ?? [], again[place] ?? []].map((names) => {
      const cell = document.createElement("td");
      cell.textContent = names.map((name) => name || sentence(section, "bye")).join(" – ");
      return cell;
    });
    row.classList.toggle("is-wrong", cells[1].textContent !== cells[2].textContent);
    row.append(...cells);
    return row;
  });
  need("[data-pairs] tbody", HTMLElement, section).replaceChildren(...rows);
  const pairs = need("[data-pairs]", HTMLDetailsElement, section);
  pairs.hidden = !rows.length;
  pairs.open = outcome === "different";
}

/**
 * @param {HTMLElement} section
 * @param {string} text
 */
function examine(section, text) {
  const verdict = need("[data-verdict]", HTMLElement, section);
  verdict.textContent = sentence(section, "working");
  const failed = () => {
    verdict.textContent = sentence(section, "failed");
  };
  const worker = new Worker(sentence(section, "worker"), { type: "module" });
  worker.addEventListener("error", failed);
  worker.addEventListener("message", ({ data }) => {
    if (data.examined) show(section, data.examined);
    else failed();
    section.dataset.milliseconds = data.milliseconds;
    worker.terminate();
  });
  worker.postMessage(text);
}

/** @param {HTMLFormElement} form  The record that was chosen as a file, or else pasted. */
async function given(form) {
  const [file] = need("input[type=file]", HTMLInputElement, form).files ?? [];
  return file ? file.text() : need("textarea", HTMLTextAreaElement, form).value;
}

/** @param {HTMLElement} section */
function begin(section) {
  const record = document.getElementById("draw-document");
  if (record) examine(section, record.textContent ?? "");
  find("[data-check]", HTMLElement, section)?.addEventListener("click", async () => {
    examine(section, await given(need("#draw-check-form", HTMLFormElement)));
  });
}

const section = document.getElementById("draw-browser");
if (section) begin(section);
