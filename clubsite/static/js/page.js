/**
 * Begins on every page. Everything works without scripts; they only shorten the way.
 */
import "./announcements.js"; // so that it is loaded together with the others
import "./dialogs.js";
import { find, focusOn } from "./elements.js";
import "./keys.js";
import "./live-refresh.js";
import "./requests.js";

const summary = find(".error-summary", HTMLElement);
if (summary) focusOn(summary);
else find("[data-autofocus]", HTMLElement)?.focus({ preventScroll: true }); // on a phone it may be far below

// Live regions speak of what changes: what this one held when the page loaded is put in
// again. What has come since was spoken as it came.
const echo = document.getElementById("echo");
const held = [...(echo?.children ?? [])];
setTimeout(() => {
  const isChanged = held.some((news) => !news.isConnected);
  if (!echo || !held.length || isChanged || echo.contains(document.activeElement)) return;
  echo.replaceChildren(...[...echo.childNodes].map((node) => node.cloneNode(true)));
}, 500);
