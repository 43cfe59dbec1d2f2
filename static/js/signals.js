// Signals on which two partners agreed. They are kept on their phones, and go from one to the other
// behind # in an address, so no server gets them: "1", then for each signal that is not as usual
// the codes of its usual face and of the face it has instead.
(() => {
  "use strict";
  const page = document.querySelector(".own");
  const find = (name) => page.querySelector(`[data-${name}]`);
  const LIST = /^1(?:[a-z]{4}){0,40}$/;
  const SHOWN = 4; // answers
  const QUIET = 4; // blank modules around a code
  const name = `signals:${page.dataset.game}`;
  const signs = [...page.querySelectorAll(".sign")].map((row) => ({
    row,
    usual: row.dataset.usual,
    means: row.querySelector("b").textContent,
    words: row.querySelector("[data-words]").textContent,
  }));
  const faces = new Map();
  for (const button of page.querySelectorAll("[data-face]")) faces.set(button.dataset.face, button);

  let chosen = read(truc.store.get(name)) ?? new Map();
  let changing = null;

  // The faces of a list by their usual ones; null if it is no list of signals of this game.
  function read(list) {
    if (typeof list !== "string" || !LIST.test(list)) return null;
    const found = new Map();
    for (const [pair] of list.slice(1).matchAll(/.{4}/g)) {
      const usual = pair.slice(0, 2);
      const face = pair.slice(2);
      if (!faces.has(face) || !signs.some((sign) => sign.usual === usual)) return null;
      found.set(usual, face);
    }
    return found;
  }

  function written() {
    return `1${[...chosen].map((pair) => pair.join("")).join("")}`;
  }

  function faceOf(sign) {
    return chosen.get(sign.usual) ?? sign.usual;
  }

  function wordsOf(sign) {
    if (!chosen.has(sign.usual)) return sign.words;
    return faces.get(faceOf(sign)).textContent.trim();
  }

  function picture(sign) {
    return faces.get(faceOf(sign)).querySelector(".pic").cloneNode(true);
  }

  function show() {
    for (const sign of signs) {
      sign.row.querySelector(".pic").replaceWith(picture(sign));
      sign.row.querySelector("[data-words]").textContent = wordsOf(sign);
    }
    const shown = signs.map(faceOf);
    find("twice").hidden = new Set(shown).size === shown.length;
    showCode();
  }

  // The path around the dark modules of a code.
  function squaresOf(code) {
    const numbers = [...Array(code.getModuleCount()).keys()];
    const squares = [];
    for (const row of numbers)
      for (const column of numbers)
        if (code.isDark(row, column)) squares.push(`M${column + QUIET} ${row + QUIET}h1v1h-1z`);
    return squares.join("");
  }

  function showCode() {
    const link = `${location.origin}${page.dataset.page}#${written()}`;
    const code = qrcode(0, "L"); // as small as its text allows, with the least error correction
    code.addData(link);
    code.make();
    const size = code.getModuleCount() + 2 * QUIET;
    const drawn = `<path fill="currentColor" d="${squaresOf(code)}"/>`;
    page.querySelector(".code").innerHTML = `<svg viewBox="0 0 ${size} ${size}">${drawn}</svg>`;
    find("share").dataset.share = link;
  }

  function keep() {
    truc.store.keep(name, written());
    find("sent").hidden = true;
    history.replaceState(null, "", location.pathname + location.search);
  }

  function change(sign, face) {
    if (face === sign.usual) chosen.delete(sign.usual);
    else chosen.set(sign.usual, face);
    keep();
    show();
    close();
    sign.row.querySelector("[data-change]").focus();
  }

  function expand(sign, isOpen) {
    sign.row.querySelector("[data-change]").setAttribute("aria-expanded", String(isOpen));
  }

  function close() {
    find("faces").hidden = true;
    if (changing) expand(changing, false);
    changing = null;
  }

  function open(sign) {
    close();
    changing = sign;
    expand(sign, true);
    const asks = find("asks");
    asks.textContent = asks.dataset.asks.replace("{means}", sign.means);
    sign.row.append(find("faces"));
    find("faces").hidden = false;
    asks.focus();
    asks.scrollIntoView({ block: "start" });
  }

  // Practice

  let asked = null;

  function shuffled(list) {
    return list
      .map((value) => [Math.random(), value])
      .sort(([one], [other]) => one - other)
      .map(([, value]) => value);
  }

  function ask() {
    asked = shuffled(signs.filter((sign) => sign !== asked))[0];
    const others = shuffled(signs.filter((sign) => sign.means !== asked.means)).slice(0, SHOWN - 1);
    find("practice").hidden = false;
    find("verdict").textContent = "";
    page.querySelector(".mirror").replaceChildren(picture(asked));
    const answers = shuffled([asked, ...others]).map((sign) => {
      const item = document.createElement("li");
      const key = document.createElement("button");
      key.type = "button";
      key.className = "tap";
      key.textContent = sign.means;
      key.addEventListener("click", () => answer(key, sign));
      item.append(key);
      return item;
    });
    page.querySelector(".answers").replaceChildren(...answers);
    document.getElementById("what-means").focus();
  }

  function mark(key, kind, sign) {
    key.classList.add(kind);
    key.textContent = `${sign} ${key.textContent}`;
  }

  function answer(key, sign) {
    const { yes, no } = find("verdict").dataset;
    const isRight = faceOf(sign) === faceOf(asked);
    for (const other of page.querySelectorAll(".answers button")) {
      other.disabled = true;
      if (other.textContent === asked.means) mark(other, "right", "✓");
    }
    if (!isRight) mark(key, "wrong", "✗");
    find("verdict").textContent = `${isRight ? yes : no} ${wordsOf(asked)}: ${asked.means}`;
  }

  // What the address brings

  function receive() {
    const list = location.hash.slice(1);
    if (!list) return;
    const sent = read(list);
    find("unreadable").hidden = sent !== null;
    if (!sent) return;
    const mine = chosen;
    chosen = sent;
    find("sent").hidden = truc.store.get(name) === written();
    find("leave").onclick = () => {
      chosen = mine;
      find("sent").hidden = true;
      history.replaceState(null, "", location.pathname + location.search);
      show();
    };
  }

  for (const sign of signs) {
    sign.row.querySelector("[data-change]").addEventListener("click", () => open(sign));
  }
  for (const [face, button] of faces) {
    button.addEventListener("click", () => change(changing, face));
  }
  find("usual-again").addEventListener("click", () => change(changing, changing.usual));
  find("all-usual").addEventListener("click", () => {
    chosen = new Map();
    keep();
    show();
  });
  find("keep").addEventListener("click", keep);
  find("practise").addEventListener("click", ask);
  find("next").addEventListener("click", ask);
  addEventListener("hashchange", () => {
    receive();
    show();
  });
  receive();
  show();
  page.hidden = false;
})();
