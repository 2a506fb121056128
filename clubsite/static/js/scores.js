/**
 * A result by mouse: the button of a match that is not played opens a dialog with every
 * score that can end it, and the chosen one is saved by the result box.
 */
import { fill } from "./announcements.js";
import { around, find, need } from "./elements.js";
import { finalScores, matchWith, save } from "./result-box.js";

/** @typedef {"one"|"two"} Side */

const dialogOfPage = () => find("#scores", HTMLDialogElement);

/**
 * The scores with which a side can still win a match.
 * @param {import("./result-box.js").Match} match
 * @param {Side} side
 */
function scoresOf({ length = 0, score = [] }, side) {
  const [least, other] = [score[0] ?? 0, score[1] ?? 0];
  const rows = finalScores().lengths[length] ?? [];
  const good = rows.flatMap((row, one) => [...row].flatMap((mark, two) => (mark === "." ? [{ one, two }] : [])));
  const wins = good.filter(({ one, two }) => (side === "one" ? one > two : two > one));
  return wins.filter(({ one, two }) => one >= least && two >= other);
}

/**
 * The button of a score, which says the winner's points first.
 * @param {number} no @param {Side} side @param {{one: number, two: number}} score
 */
function buttonOf(no, side, { one, two }) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button num";
  button.dataset.line = `${no} ${one} ${two}`;
  button.textContent = side === "one" ? `${one}–${two}` : `${two}–${one}`;
  return button;
}

/**
 * @param {HTMLDialogElement} dialog
 * @param {number} no
 * @param {import("./result-box.js").Match} match
 */
function fillDialog(dialog, no, match) {
  const { textTitle, textWon, textNoShow } = dialog.dataset;
  need("h2", HTMLElement, dialog).textContent = fill(textTitle ?? "", { no, length: match.length ?? "" });
  for (const side of /** @type {const} */ (["one", "two"])) {
    const group = need(`[data-winner=${side}]`, HTMLElement, dialog);
    need("h3", HTMLElement, group).textContent = fill(textWon ?? "", { name: match[side] });
    const buttons = scoresOf(match, side).map((score) => buttonOf(no, side, score));
    need(".scores__list", HTMLElement, group).replaceChildren(...buttons);
    // Who is not there gives the other a walkover.
    const absent = find(`#scores [data-no-show] [value="${side === "one" ? 2 : 1}"]`, HTMLElement);
    if (absent) absent.textContent = fill(textNoShow ?? "", { name: match[side] });
  }
}

/** @param {MouseEvent} event  Of a match whose scores are not known the page is opened. */
function offerScores(event) {
  const button = around(event, "[data-scores-of]");
  const dialog = dialogOfPage();
  if (!(button instanceof HTMLButtonElement) || !dialog) return;
  const no = Number(button.dataset.scoresOf);
  const match = matchWith(no);
  if (!match || !scoresOf(match, "one").length) return;
  event.preventDefault();
  fillDialog(dialog, no, match);
  need("[data-match-page]", HTMLAnchorElement, dialog).href = button.formAction;
  find("#scores [data-no-show]", HTMLFormElement)?.setAttribute("action", `${button.formAction}walkover/?back=desk`);
  dialog.showModal();
}

document.addEventListener("click", (event) => {
  offerScores(event);
  const line = around(event, "#scores [data-line]")?.dataset.line;
  // The second click of a double click was meant for the element below the dialog.
  if (!line || event.detail > 1) return;
  dialogOfPage()?.close();
  save(line);
});
