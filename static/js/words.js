// What the scripts say: the page brings the sentences in its language (#words), hours and ages follow it too.
const truc = {};
(() => {
  "use strict";
  const { later, styles, home } = document.currentScript.dataset, { kept } = document.documentElement.dataset;
  const said = document.getElementById("words")?.dataset ?? {};
  truc.page = (path) => home + path;  // a proxy may show the server under a path of its own

  truc.say = (name, values = {}) => (said[name] ?? "").replace(/\{(\w+)\}/g, (_, key) => values[key]);

  truc.clock = (date) => new Date(date).toLocaleTimeString(document.documentElement.lang || "en", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

  truc.ago = (milliseconds) => {
    const seconds = Math.round(milliseconds / 1000);
    const [number, unit] = seconds < 100 ? [seconds, "second"] : seconds < 6000 ? [Math.round(seconds / 60), "minute"] : [Math.round(seconds / 3600), "hour"];
    return new Intl.RelativeTimeFormat(document.documentElement.lang || "en").format(-number, unit);
  };

  // What a button says of its tap, without what it is worth and who leads: "Truc", "Biel took the trick", "Retruc: Pep".
  truc.label = (button) => {
    const copy = button.cloneNode(true), group = button.closest("[role=group]")?.getAttribute("aria-label");
    for (const aside of copy.querySelectorAll("small, .n, .whose, .pill, svg, .said-only:not(:last-child)")) aside.remove();
    const own = copy.textContent.replace(/\s+/g, " ").trim();
    return group ? `${group}: ${own}` : own;
  };

  // The sentence with which the table refused something.
  truc.why = (html) => {
    const box = document.createElement("template");
    box.innerHTML = html;
    return box.content.querySelector(".notice")?.firstChild.textContent.trim() || "—";
  };

  // Scripts that can wait are loaded last: on a slow network the first seconds are needed for the first tap.
  function fetchLater() {
    document.head.append(Object.assign(document.createElement("script"), { src: later, onerror: () => setTimeout(fetchLater, 5000) }));
  }
  addEventListener("load", () => document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: styles })));
  addEventListener("load", () => setTimeout(fetchLater, kept || document.getElementById("waiting") ? 0 : 2500));
})();
