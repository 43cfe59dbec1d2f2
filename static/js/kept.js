// Without network, any other page becomes a list of the tables this phone has kept: game, score and names.
(async () => {
  "use strict";
  const store = self.caches, list = document.getElementById("kept");
  if (!store) return;
  const names = (await store.keys()).filter((name) => name.startsWith("table-"));
  list.append(...await Promise.all(names.reverse().map(entry)));

  async function entry(name) {
    const shelf = await store.open(name), address = truc.page(`t/${name.slice(6)}`);
    const page = await read(shelf, address), panel = page?.getElementById("panel");
    const newest = (panel && await read(shelf, panel.dataset.news)) ?? page;
    const people = [...newest?.querySelectorAll(".name") ?? []].map((one) => one.textContent.trim());
    const item = document.createElement("li"), link = add(item, "a", "", { href: address, className: "button wide" });
    link.append(page?.title.split(" · ")[1] ?? name.slice(6), " ");
    add(link, "b", newest?.getElementById("table")?.dataset.score.replaceAll("-", "–") ?? "", { className: "figures" });
    if (people.length) add(link, "small", [...new Set(people)].join(", "));
    return item;
  }
  async function read(shelf, address) {
    const found = await shelf.match(address);
    return found && new DOMParser().parseFromString(await found.text(), "text/html");
  }
  function add(to, kind, textContent, more = {}) {
    return to.appendChild(Object.assign(document.createElement(kind), { textContent, ...more }));
  }
})();
