// The page that is shown without network: it lists the tables that this phone has kept, each with
// its game, score and names.
(async () => {
  "use strict";
  const caches = self.caches;
  if (!caches) return;
  const names = (await caches.keys()).filter((name) => name.startsWith("table-")).reverse();
  document.getElementById("kept").append(...(await Promise.all(names.map(entry))));

  async function entry(name) {
    const code = name.slice("table-".length);
    const cache = await caches.open(name);
    const address = truc.page(`t/${code}`);
    const page = await read(cache, address);
    const newest = (await newestPanel(cache, page)) ?? page;
    const score = newest?.getElementById("table")?.dataset.score.replaceAll("-", "–") ?? "";
    const people = [...(newest?.querySelectorAll(".name") ?? [])];
    const players = new Set(people.map((person) => person.textContent.trim()));

    const item = document.createElement("li");
    const link = add(item, "a", "", { href: address, className: "button wide" });
    link.append(page?.title.split(" · ")[1] ?? code, " ");
    add(link, "b", score, { className: "figures" });
    if (players.size) add(link, "small", [...players].join(", "));
    return item;
  }
  function newestPanel(cache, page) {
    const panel = page?.getElementById("panel");
    return panel && read(cache, panel.dataset.news);
  }
  async function read(cache, address) {
    const found = await cache.match(address);
    return found && new DOMParser().parseFromString(await found.text(), "text/html");
  }
  function add(to, kind, textContent, more = {}) {
    const made = Object.assign(document.createElement(kind), { textContent, ...more });
    return to.appendChild(made);
  }
})();
