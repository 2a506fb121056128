/**
 * The page in place of one that cannot be shown without a network: what this device has kept.
 */
import { find, need } from "./elements.js";

async function list() {
  const cache = await caches.open("crawford-pages");
  const section = need("[data-kept-pages]", HTMLElement);
  for (const { url } of [...(await cache.keys())].reverse()) {
    const text = (await (await cache.match(url, { ignoreVary: true }))?.text()) ?? "";
    const page = new DOMParser().parseFromString(text, "text/html");
    if (find("[data-kept-pages]", HTMLElement, page)) continue; // this page
    const link = Object.assign(document.createElement("a"), { href: url, textContent: page.title.trim() });
    const line = document.createElement("li");
    line.append(link);
    need("ul", HTMLElement, section).append(line);
    section.hidden = false;
  }
}

addEventListener("online", () => location.reload());
void list();
