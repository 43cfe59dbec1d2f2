// What the table page does beyond plain forms: take news in order, never show older ones, say when contact is lost.
(() => {
  "use strict";
  const panel = document.getElementById("panel");
  clocks();
  if (!panel) return;

  const BEAT = 40000, POLL = 4000;
  const said = document.getElementById("said"), contact = document.getElementById("contact");
  const posted = new WeakMap(), opened = new Set();
  let streaming = false, heard = Date.now(), lost = 0, asking = false;

  function stamp() { return document.getElementById("table").dataset.stamp; }
  function parts(text) { return (text || "0.0").split(".").map(Number); }
  function newer(text) {
    const [version, revision] = parts(text), [shown, known] = parts(stamp());
    return version > shown || (version === shown && revision > known);
  }

  // Every answer and every event passes here: an older panel never replaces a newer one.
  document.body.addEventListener("htmx:sseBeforeMessage", (event) => {
    inTouch();
    if (newer(event.detail.lastEventId)) remember(); else event.preventDefault();
  });
  document.body.addEventListener("htmx:beforeSwap", (event) => {
    const answered = event.detail.xhr.getResponseHeader("X-Panel");
    inTouch();
    if (!answered) return;
    document.getElementById("trouble").textContent = "";
    const known = event.detail.xhr.status === 200 ? !newer(answered) : parts(answered)[0] < parts(stamp())[0];
    if (known) settle(); else remember();
    event.detail.shouldSwap = !known;
  });
  document.body.addEventListener("htmx:afterSwap", shown);
  document.body.addEventListener("htmx:sseMessage", shown);

  // A tap carries what was on the screen when it was made, also if it waits for the tap before it.
  document.addEventListener("submit", (event) => {
    if (event.target.hasAttribute("hx-post")) posted.set(event, keyed(new FormData(event.target, event.submitter)));
  }, true);
  // Each button of a panel has a key of its own: twice the same one is one tap, two of them are two, in order.
  function keyed(form) {
    form.set("key", `${form.get("key")}-${form.get("tap").replace(/[^a-z0-9-]/g, "_")}`);
    return form;
  }
  document.body.addEventListener("htmx:configRequest", (event) => {
    const form = posted.get(event.detail.triggeringEvent);
    if (form) form.forEach((value, name) => { event.detail.parameters[name] = value; });
  });
  document.body.addEventListener("htmx:confirm", (event) => {
    const button = event.detail.triggeringEvent && event.detail.triggeringEvent.submitter;
    if (button) button.classList.add("saving");
  });
  for (const kind of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
    document.body.addEventListener(kind, (event) => {
      unsaved(event.detail.xhr.status);
      if (kind !== "htmx:responseError") outOfTouch();
    });
  }

  function settle() {
    for (const button of panel.querySelectorAll(".saving")) button.classList.remove("saving");
  }
  function unsaved(status) {
    settle();
    if (status >= 400 && status < 500) return;
    const line = document.createElement("p");
    line.className = "notice";
    line.setAttribute("role", "alert");
    line.textContent = status ? "Not saved: something broke on our side. Tap again." : "Not saved: no contact with the table. Tap again once it is back.";
    document.getElementById("trouble").replaceChildren(line);
  }

  // The stream, and asking where none can be held.
  document.body.addEventListener("htmx:sseOpen", (event) => {
    streaming = true;
    inTouch();
    event.detail.source.addEventListener("beat", inTouch);
  });
  document.body.addEventListener("htmx:sseError", () => { streaming = false; });
  setInterval(() => {
    const silent = Date.now() - heard > BEAT;
    if (document.visibilityState === "visible" && (!streaming || silent)) ask();
  }, POLL);
  document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") ask(); });
  for (const kind of ["online", "pageshow"]) addEventListener(kind, (event) => { if (kind === "online" || event.persisted) ask(); });
  addEventListener("offline", outOfTouch);

  async function ask() {
    if (asking) return;
    asking = true;
    try {
      const answer = await fetch(`${panel.dataset.news}?seen=${stamp()}`, { cache: "no-store", headers: { "HX-Request": "true" } });
      if (answer.status === 200) take(await answer.text(), answer.headers.get("X-Panel"));
      if (answer.status < 500) inTouch(); else outOfTouch();
    } catch { outOfTouch(); }
    asking = false;
  }
  function take(html, answered) {
    if (!newer(answered)) return;
    remember();
    htmx.swap(panel, html, { swapStyle: "innerHTML" });
    shown();
  }

  function inTouch() {
    heard = Date.now();
    lost = 0;
    contact.hidden = true;
  }
  function outOfTouch() {
    lost = lost || heard;
    contact.textContent = `No contact with the table since ${clock(new Date(lost))}. Trying again…`;
    contact.hidden = false;
  }

  // Around a swap: what was open or focused stays so, what is new is said and shines, a new code is followed.
  let before = "", focused = "", shining = 0;
  function remember() {
    before = parts(stamp())[0];
    focused = panel.contains(document.activeElement) ? document.activeElement.dataset.tap || "" : "";
    opened.clear();
    for (const open of panel.querySelectorAll("details[open][id]")) opened.add(open.id);
  }
  function shown() {
    const table = document.getElementById("table"), news = document.getElementById("news");
    for (const id of opened) document.getElementById(id)?.setAttribute("open", "");
    if (focused) (panel.querySelector(`[data-tap="${CSS.escape(focused)}"]`) || panel.querySelector(".dock")).focus({ preventScroll: true });
    shine(parts(table.dataset.stamp)[0] > before);
    const text = news.textContent.replace(/\s+/g, " ").trim();
    if (said.textContent !== text) said.textContent = text;
    document.title = document.title.replace(/^[^·]*/, `${table.dataset.score.replace("-", "–")} `);
    clocks();
    if (!location.pathname.includes(table.dataset.code)) location.replace(`/t/${table.dataset.code}`);
  }

  function shine(fresh) {
    if (!fresh) return;
    panel.classList.add("fresh");
    clearTimeout(shining);
    shining = setTimeout(() => panel.classList.remove("fresh"), 3000);
  }

  function clock(date) { return date.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }); }
  function clocks() {
    for (const time of document.querySelectorAll("time[datetime]")) time.textContent = clock(new Date(time.dateTime));
  }
})();
