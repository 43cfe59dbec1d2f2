// The service worker: keeps what was fetched once, and shows it when the network brings nothing.
const FILES = {{ files|tojson }}, STATIC = "static-{{ version }}", HOME = {{ home|tojson }}, TABLES = 5, PATIENCE = 4500;

addEventListener("install", (event) => event.waitUntil(install()));
async function install() {
  await (await caches.open(STATIC)).addAll(FILES);
  await skipWaiting();
}

addEventListener("activate", (event) => event.waitUntil(activate()));
async function activate() {
  const names = await caches.keys(), old = names.filter((name) => name.startsWith("static-") && name !== STATIC);
  await Promise.all(old.map((name) => caches.delete(name)));
  await clients.claim();
}

addEventListener("fetch", (event) => {
  const { request } = event, { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request, pathname));
  else if (pathname.startsWith(`${HOME}assets/`)) event.respondWith(file(request, FILES.find((name) => kind(name) === kind(pathname))));
  else if (pathname.startsWith(`${HOME}static/`)) event.respondWith(file(request));
});

// A network that accepts the connection but has not begun to answer after PATIENCE ms counts as none.
async function inTime(request) {
  let timer = 0;
  const late = new Promise((_, reject) => { timer = setTimeout(reject, PATIENCE); });
  try { return await Promise.race([fetch(request), late]); } finally { clearTimeout(timer); }
}

{% include "offline/_tables.js" %}

function kind(name) { return name.startsWith(`${HOME}assets/`) && name.slice(name.indexOf(".")); }

// What is kept is of this release, and needs no network. A kept page may be older than the kept files: those of now
// serve it too, as they do at the server.
async function file(request, instead) {
  return (await caches.match(request)) ?? inTime(request).catch(async () => (await caches.match(instead ?? request)) ?? Response.error());
}
