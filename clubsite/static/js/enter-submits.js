/**
 * A box for a list of names is also the box for one name: Enter sends a single line.
 */
document.addEventListener("keydown", (event) => {
  const box = event.target;
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  if (!(box instanceof HTMLTextAreaElement) || !box.hasAttribute("data-enter-submits")) return;
  if (!box.value.trim() || box.value.includes("\n")) return;
  event.preventDefault();
  box.form?.requestSubmit();
});
