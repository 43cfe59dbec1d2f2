// Between the pages and the network: what was fetched once is kept, and shown when the network gives nothing.
const FILES = {{ files|tojson }}, STATIC = "static-{{ version }}", TABLES = 5, PATIENCE = 4500;

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
  else if (pathname.startsWith("/assets/")) event.respondWith(file(request, FILES.find((name) => kind(name) === kind(pathname))));
  else if (pathname.startsWith("/static/")) event.respondWith(file(request));
});

// The network has so long to begin an answer: one that only accepts connections is as good as none.
async function inTime(request) {
  let timer = 0;
  const late = new Promise((_, reject) => { timer = setTimeout(reject, PATIENCE); });
  try { return await Promise.race([fetch(request), late]); } finally { clearTimeout(timer); }
}

// A page of a table, or its cheat-sheet, is kept; it is shown again when nothing comes, or nothing in good time.
async function page(request, pathname) {
  const code = pathname.match(/^\/t\/([\w-]+)(\/sheet|\/flat|\/tv)?$/)?.[1], old = code && (await caches.match(pathname));
  try {
    const answer = await inTime(request);
    if (old && answer.status >= 500) throw new Error(answer.status);
    if (code) keep(code, pathname, answer.clone()).catch(() => { /* no room: shown all the same */ });
    return answer;
  } catch {
    return old ? marked(old) : caches.match("/offline");
  }
}
// Whoever is no longer let in keeps nothing.
async function keep(code, pathname, answer) {
  const name = `table-${code}`;
  if (answer.status !== 200) return answer.status < 500 && caches.delete(name);
  await (await caches.open(name)).put(pathname, answer);
  const tables = (await caches.keys()).filter((other) => other.startsWith("table-"));
  await Promise.all(tables.slice(0, -TABLES).map((other) => caches.delete(other)));
}

// The page is told that it is an old one, and of when.
async function marked(old) {
  const headers = new Headers({ "Content-Type": "text/html; charset=utf-8" }), at = Date.parse(old.headers.get("Date")) || 1;
  headers.set("Content-Security-Policy", old.headers.get("Content-Security-Policy"));
  return new Response((await old.text()).replace("<html", `<html data-kept="${at}"`), { headers });
}

function kind(name) { return name.startsWith("/assets/") && name.slice(name.indexOf(".")); }

// What is kept is of this release, and needs no network. A kept page may be older than the kept files: those of now
// serve it too, as they do at the server.
async function file(request, instead) {
  return (await caches.match(request)) ?? inTime(request).catch(async () => (await caches.match(instead ?? request)) ?? Response.error());
}
