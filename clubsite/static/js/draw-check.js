/**
 * Checks a draw record in the reader's own browser, without asking any server: the
 * fingerprint of the field, and the order of the lots wherever lots alone decide.
 * Everything works without this file: the server checks the whole draw, and so does
 * `manage verify_draw`.
 */
import { fill } from "./announcements.js";
import { examineText } from "./draw-record.js";
import { find, need } from "./elements.js";

/**
 * @param {HTMLElement} section
 * @param {import("./draw-record.js").Finding[]} found
 */
function show(section, found) {
  const lines = found.map(({ text, mark, values }) => {
    const line = document.createElement("li");
    line.className = `proof__step is-${mark === "remark" ? "told" : mark}`;
    line.dataset.mark = mark;
    line.textContent = fill(section.dataset[text] ?? text, values);
    return line;
  });
  need("[data-found]", HTMLElement, section).replaceChildren(...lines);
}

/** @param {HTMLFormElement} form  The record that was chosen as a file, or else pasted. */
async function given(form) {
  const [file] = need("input[type=file]", HTMLInputElement, form).files ?? [];
  return file ? file.text() : need("textarea", HTMLTextAreaElement, form).value;
}

/** @param {HTMLElement} section */
function begin(section) {
  const methods = JSON.parse(need("#draw-methods", HTMLElement).textContent ?? "{}");
  const record = document.getElementById("draw-document");
  if (record) show(section, examineText(record.textContent ?? "", methods));
  find("[data-check]", HTMLElement, section)?.addEventListener("click", async () => {
    show(section, examineText(await given(need("#draw-check-form", HTMLFormElement)), methods));
  });
}

const section = document.getElementById("draw-browser");
if (section) begin(section);
