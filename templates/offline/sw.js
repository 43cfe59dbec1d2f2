// The service worker: it keeps what was fetched once, and shows it if the network brings nothing.
const FILES = {{ files|tojson }};
const STATIC = "static-{{ version }}"; // the cache of this release's files
const HOME = {{ home|tojson }};
const TABLES = 5; // how many tables are kept
const PATIENCE = 4500; // ms after which a network that has not begun to answer counts as none

addEventListener("install", (event) => event.waitUntil(install()));
async function install() {
  const cache = await caches.open(STATIC);
  await cache.addAll(FILES);
  await skipWaiting();
}

addEventListener("activate", (event) => event.waitUntil(activate()));
async function activate() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith("static-") && name !== STATIC);
  await Promise.all(old.map((name) => caches.delete(name)));
  await clients.claim();
}

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request, pathname));
  else if (pathname.startsWith(`${HOME}assets/`)) event.respondWith(bundle(request, pathname));
  else if (pathname.startsWith(`${HOME}static/`)) event.respondWith(file(request, request));
});

async function inTime(request) {
  let timer = 0;
  const late = new Promise((_, reject) => {
    timer = setTimeout(reject, PATIENCE);
  });
  try {
    return await Promise.race([fetch(request), late]);
  } finally {
    clearTimeout(timer);
  }
}

{% include "offline/_tables.js" %}

// A kept page may be older than the kept bundles: the present bundle of the same kind serves it
// too, as it does at the server.
function bundle(request, pathname) {
  const present = FILES.find((name) => kind(name) === kind(pathname));
  return file(request, present ?? request);
}
function kind(name) {
  return name.startsWith(`${HOME}assets/`) && name.slice(name.indexOf("."));
}

// A kept file is of this release and needs no network. Without network, `instead` will do.
async function file(request, instead) {
  const kept = await caches.match(request);
  if (kept) return kept;
  try {
    return await inTime(request);
  } catch {
    return (await caches.match(instead)) ?? Response.error();
  }
}
