// What scripts say. The page brings the sentences in its language (#words), which hours follow too.
const truc = {};
(() => {
  "use strict";
  const { later, styles, light, home } = document.currentScript.dataset;
  const { kept } = document.documentElement.dataset;
  const language = document.documentElement.lang || "en";
  const sentences = document.getElementById("words")?.dataset ?? {};

  // The address of one of our pages: a proxy may show the server under a path of its own.
  truc.page = (path) => home + path;

  truc.say = (name, values = {}) =>
    (sentences[name] ?? "").replace(/\{(\w+)\}/g, (_, key) => values[key]);

  const hours = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
  truc.clock = (date) => new Date(date).toLocaleTimeString(language, hours);

  // What a button says of its tap, without what it is worth and who leads: "Truc", "Biel took the
  // trick", "Retruc: Pep".
  const ASIDE = "small, .n, .whose, .short";
  truc.label = (button) => {
    if (button.matches(".seat")) return button.ariaLabel.split(/\s?\x3b/)[0];
    const copy = button.cloneNode(true);
    for (const aside of copy.querySelectorAll(ASIDE)) aside.remove();
    const own = copy.textContent.replace(/\s+/g, " ").trim();
    const group = button.closest("[role=group]")?.getAttribute("aria-label");
    return group ? `${group}: ${own}` : own;
  };

  // The sentence with which the table refused something.
  truc.why = (html) => {
    const box = document.createElement("template");
    box.innerHTML = html;
    return box.content.querySelector(".notice")?.firstChild.textContent.trim() || "—";
  };

  // Scripts that can wait are loaded last: on a slow network the first seconds are needed for the
  // first tap.
  const PAUSE = kept || document.getElementById("waiting") ? 0 : 2500; // in milliseconds, as AGAIN
  const AGAIN = 5000; // between two attempts if the network fails
  function load(kind, properties) {
    const element = Object.assign(document.createElement(kind), properties);
    element.onerror = () => {
      element.remove();
      setTimeout(load, AGAIN, kind, properties);
    };
    document.head.append(element);
  }
  function loadAll() {
    load("link", { rel: "stylesheet", href: styles });
    setTimeout(load, PAUSE, "script", { src: later });
  }
  // A light page loads what tables need at the first click, unless taps wait on this phone.
  addEventListener("load", () => {
    if (!light || truc.store.names("tap:").length) loadAll();
    else addEventListener("click", loadAll, { once: true });
  });
})();
