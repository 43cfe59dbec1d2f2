// Taps on this phone that wait to be saved at another table: the first page lists them, with the
// way there.
(() => {
  "use strict";
  const place = document.getElementById("waiting");
  if (truc.panel) adoptOldTaps();
  if (!place) return;

  // Earlier releases kept taps under the code of their table instead of its match. The first page
  // leads to the table with that code in the address.
  function adoptOldTaps() {
    const [, linked] = location.hash.match(/^#taps-([A-Z0-9]{3,8})$/) ?? [];
    for (const code of [truc.panel.code(), linked]) {
      if (code !== truc.panel.match()) adopt(code);
    }
  }
  function adopt(code) {
    for (const name of truc.store.names(`tap:${code}:`)) {
      const tap = truc.store.get(name);
      truc.store.drop(name);
      truc.queue.add(tap);
    }
  }

  // The tables with taps that wait: the code, the names of the taps in the store, their labels.
  function tables() {
    const found = new Map();
    for (const name of truc.store.names("tap:")) {
      const key = name.split(":")[1];
      const tap = truc.store.get(name);
      if (!tap || tap.refused) continue;
      if (!found.has(key)) found.set(key, { code: tap.code ?? key, key, names: [], labels: [] });
      found.get(key).names.push(name);
      found.get(key).labels.push(`${tap.label} (${truc.clock(tap.at)})`);
    }
    return [...found.values()];
  }

  function element(kind, className, textContent, more = {}) {
    return Object.assign(document.createElement(kind), { className, textContent, ...more });
  }
  function notice({ code, key, names, labels }) {
    const { said, go, drop } = place.dataset;
    const text = said.replace("{table}", code).replace("{taps}", labels.join(", "));
    const ways = element("p", "ways", "");
    ways.append(
      element("a", "button", go, { href: truc.page(`t/${code}#taps-${key}`) }),
      element("button", "button", drop, { type: "button", onclick: () => dropAll(names) }),
    );
    return [element("p", "notice", text), ways];
  }
  function dropAll(names) {
    for (const name of names) truc.store.drop(name);
    show();
  }
  function show() {
    place.replaceChildren(...tables().flatMap(notice));
    place.hidden = !place.childElementCount;
  }
  addEventListener("pageshow", show);
  show();

  // If the browser offers to install the page, the page offers it too.
  addEventListener("beforeinstallprompt", (event) => {
    const hint = document.querySelector(".install");
    event.preventDefault();
    hint.hidden = false;
    hint.onclick = () => event.prompt();
  });
})();
