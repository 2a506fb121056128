/**
 * The service worker, served as /worker.js: the tournament, the own page and the match that this
 * device opened last open again without a network. It keeps nothing else, asks nobody but this
 * site, and forgets the pages when their reader says "not me" or signs out. It shows the messages
 * that this site sends to the phone.
 */
const worker = /** @type {any} */ (globalThis);
const PAGES = "crawford-pages";
const FILES = "crawford-files";
const OFFLINE = new URL("offline/", worker.location).href;
/** A tournament, the own page, a match. */
const KEPT = [/\/tournaments\/[^/]+\/$/, /\/p\/(?:[0-9A-Za-z]{20,}\/)?$/, /\/m\/[^/]+\/$/];
const ENDS = /\/(?:forget|logout)\/$/;
/** @type {Record<string, number>} */
const MOST = { [PAGES]: 20, [FILES]: 200 };
/** Milliseconds after which a kept page is shown in place of one that does not come. */
const WAIT = 8000;

const isKept = (/** @type {string} */ url) => KEPT.some((pattern) => pattern.test(new URL(url).pathname));
const isFile = (/** @type {string} */ url) => new URL(url).pathname.includes("/static/");

/** @param {string} name @param {string} url @param {Response} answer  The oldest makes room. */
async function put(name, url, answer) {
  const cache = await caches.open(name);
  await cache.delete(url, { ignoreSearch: true });
  await cache.put(url, answer);
  const old = (await cache.keys()).slice(0, -MOST[name]);
  await Promise.all(old.filter((one) => one.url !== OFFLINE).map((one) => cache.delete(one)));
}

/** @param {Response} answer  A page that came for this reader, and may be kept. */
const mayKeep = (answer) => answer.status === 200 && !answer.redirected && answer.type === "basic";

/** @param {Response} kept  The page, which says since when it is kept. */
async function marked(kept) {
  const headers = new Headers(kept.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  const at = Date.parse(headers.get("Date") ?? "") || Date.now();
  const text = (await kept.text()).replace("<body", `<body data-kept="${at}"`);
  return new Response(text, { headers });
}

/** @param {Request} request  A page: from the network, else as it was kept, else a page that says so. */
async function page(request) {
  const kept = await caches.match(request, { cacheName: PAGES, ignoreSearch: true, ignoreVary: true });
  const fresh = fetch(request).then((answer) => {
    if (mayKeep(answer) && isKept(request.url)) void put(PAGES, request.url, answer.clone());
    return answer;
  });
  const late = new Promise((done) => kept && setTimeout(done, WAIT));
  try {
    const answer = await Promise.race([fresh, late]);
    if (answer) return answer;
  } catch {
    // no network
  }
  if (kept) return marked(kept);
  return (await caches.match(OFFLINE)) ?? Response.error();
}

/** @param {string} url  Its name changes with its content, so what is kept never grows old. */
async function file(url) {
  const kept = await caches.match(url, { cacheName: FILES });
  if (kept) return kept;
  const answer = await fetch(url);
  if (mayKeep(answer)) void put(FILES, url, answer.clone());
  return answer;
}

/** @param {string} shown @param {string[]} files  What was there before this worker was. */
async function keep(shown, files) {
  await Promise.all(files.filter(isFile).map(file));
  const pages = await caches.open(PAGES);
  await pages.add(OFFLINE);
  const text = (await (await pages.match(OFFLINE, { ignoreVary: true }))?.text()) ?? "";
  const own = [...text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, path]) => new URL(path, OFFLINE).href);
  await Promise.all(own.filter(isFile).map(file));
  if (!isKept(shown) || (await caches.match(shown, { cacheName: PAGES, ignoreSearch: true, ignoreVary: true }))) return;
  const answer = await fetch(shown);
  if (mayKeep(answer)) await put(PAGES, shown, answer);
}

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("message", (/** @type {any} */ event) => {
  event.waitUntil(keep(event.data.page, event.data.files).catch(() => {}));
});
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (new URL(request.url).origin !== worker.location.origin) return;
  if (request.method === "POST" && ENDS.test(new URL(request.url).pathname)) event.waitUntil(caches.delete(PAGES));
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (isFile(request.url)) event.respondWith(file(request.url));
});

worker.addEventListener("push", (/** @type {any} */ event) => {
  const { title, body, navigate, tag, lang } = event.data.json().notification;
  const icon = new URL("favicon.ico", worker.location).href;
  const shown = { body, tag, lang, icon, renotify: true, data: { navigate } };
  event.waitUntil(worker.registration.showNotification(title, shown));
});

/** @param {string} url  In the window that has it, else in a new one. */
async function lead(url) {
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find((/** @type {any} */ one) => one.url === url);
  return there ? there.focus() : worker.clients.openWindow(url);
}

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data.navigate));
});
