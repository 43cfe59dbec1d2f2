// Taps that wait on this phone to be saved at another table: the first page tells them, with the way there.
(() => {
  "use strict";
  const place = document.getElementById("waiting");
  if (truc.panel) for (const code of [truc.panel.code(), location.hash.match(/^#taps-([A-Z0-9]{3,8})$/)?.[1]]) adopt(code);
  if (!place) return;

  // Releases before this one kept them by the code of their table, which the first page leads there with.
  function adopt(code) {
    for (const name of code === truc.panel.match() ? [] : truc.store.names(`tap:${code}:`)) {
      const tap = truc.store.get(name);
      truc.store.drop(name);
      truc.queue.add(tap);
    }
  }

  function tables() {
    const found = new Map();
    for (const name of truc.store.names("tap:")) {
      const key = name.split(":")[1], tap = truc.store.get(name);
      if (!tap || tap.refused) continue;
      if (!found.has(key)) found.set(key, { code: tap.code ?? key, key, names: [], labels: [] });
      found.get(key).names.push(name);
      found.get(key).labels.push(`${tap.label} (${truc.clock(tap.at)})`);
    }
    return [...found.values()];
  }
  function element(kind, text, more = {}) { return Object.assign(document.createElement(kind), { textContent: text, className: "button", ...more }); }
  function notice({ code, key, names, labels }) {
    const said = place.dataset.said.replace("{table}", code).replace("{taps}", labels.join(", "));
    const line = element("p", said, { className: "notice" }), ways = element("p", "", { className: "ways" });
    const drop = () => {
      for (const name of names) truc.store.drop(name);
      show();
    };
    ways.append(element("a", place.dataset.go, { href: truc.page(`t/${code}#taps-${key}`) }), element("button", place.dataset.drop, { type: "button", onclick: drop }));
    return [line, ways];
  }
  function show() {
    place.replaceChildren(...tables().flatMap(notice));
    place.hidden = !place.childElementCount;
  }
  addEventListener("pageshow", show);
  show();

  // Where the browser offers to install the page, so does the page.
  addEventListener("beforeinstallprompt", (event) => {
    const hint = document.querySelector(".install");
    event.preventDefault();
    hint.hidden = false;
    hint.onclick = () => event.prompt();
  });
})();
