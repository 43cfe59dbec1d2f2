// A reload without network, and the page as an installed one: both need https; without it nothing of this exists.
(() => {
  "use strict";
  const worker = navigator.serviceWorker, store = worker && self.caches, { kept } = document.documentElement.dataset;
  if (!store) return;
  const code = truc.panel?.code(), name = `table-${code}`, last = document.getElementById("panel")?.dataset.news;

  prepare();
  async function prepare() {
    document.head.append(Object.assign(document.createElement("link"), { rel: "manifest", href: truc.page("manifest.webmanifest") }));
    try {
      await worker.register(truc.page(`sw.js?lang=${document.documentElement.lang}`));
      if (code && !kept && !truc.gone) await (await store.open(name)).addAll([truc.page(`t/${code}`), truc.page(`t/${code}/sheet`)]);
    } catch { /* no network just now: the next page tries again */ }
  }

  // The newest panel stands beside the kept page of its table, and takes its place in a reload without network.
  document.addEventListener("panel:shown", async ({ detail: { html, stamp } }) => {
    if (await store.has(name)) (await store.open(name)).put(last, new Response(html, { headers: { "X-Panel": stamp } }));
  });
  if (kept && code) store.match(last).then(async (found) => {
    if (found) truc.panel.take(await found.text(), found.headers.get("X-Panel"));
  });
  if (truc.gone) store.delete(name);
  document.addEventListener("table:gone", () => store.delete(name));
})();
