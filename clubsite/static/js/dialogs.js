/**
 * What opens and closes on a page, menus and dialogs; and texts to copy.
 */
import { announce } from "./announcements.js";
import { around, findAll } from "./elements.js";

/** @param {Node|null} target  Of all menus, only the one with this place in it stays open. */
function closeMenus(target) {
  findAll("details.drop[open]", HTMLDetailsElement).forEach((menu) => {
    if (!menu.contains(target)) menu.open = false;
  });
}

/** @param {MouseEvent} event  A link may name its dialog; with a key held down it stays a link. */
function openDialog(event) {
  const id = around(event, "[data-dialog]")?.dataset.dialog;
  const dialog = id ? document.getElementById(id) : null;
  if (!(dialog instanceof HTMLDialogElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  dialog.showModal();
}

/** @param {string} text */
async function copy(text) {
  await navigator.clipboard?.writeText(text);
  announce("say", document.body.dataset.textCopied ?? "");
}

document.addEventListener("click", (event) => {
  closeMenus(event.target instanceof Node ? event.target : null);
  openDialog(event);
  const text = around(event, "[data-copy]")?.dataset.copy;
  if (text !== undefined) copy(text);
});
