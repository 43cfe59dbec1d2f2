// A reload without network, and the page as an installed one. Both need https: without it there is
// no service worker, and this does nothing.
(() => {
  "use strict";
  const worker = navigator.serviceWorker;
  const caches = worker && self.caches;
  if (!caches) return;
  const { kept } = document.documentElement.dataset; // set if the service worker kept this page
  const code = truc.panel?.code();
  const name = `table-${code}`;
  const news = document.getElementById("panel")?.dataset.news;

  prepare();
  async function prepare() {
    const manifest = { rel: "manifest", href: truc.page("manifest.webmanifest") };
    document.head.append(Object.assign(document.createElement("link"), manifest));
    try {
      await worker.register(truc.page(`sw.js?lang=${document.documentElement.lang}`));
      if (code && !kept && !truc.gone) await keepPages();
    } catch {
      // No network at this moment: the next page tries again.
    }
  }
  async function keepPages() {
    const cache = await caches.open(name);
    await cache.addAll([truc.page(`t/${code}`), truc.page(`t/${code}/sheet`)]);
  }

  // The newest panel is kept beside the page of its table. A reload without network shows it.
  document.addEventListener("panel:shown", async ({ detail: { html, stamp } }) => {
    if (!(await caches.has(name))) return;
    const cache = await caches.open(name);
    cache.put(news, new Response(html, { headers: { "X-Panel": stamp } }));
  });
  async function showKeptPanel() {
    const found = await caches.match(news);
    if (found) truc.panel.take(await found.text(), found.headers.get("X-Panel"));
  }
  if (kept && code) showKeptPanel();

  // A phone that is out of the table keeps nothing of it.
  function forget() {
    caches.delete(name);
  }
  if (truc.gone) forget();
  document.addEventListener("table:gone", forget);
})();
