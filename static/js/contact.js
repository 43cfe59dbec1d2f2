// Contact with the table: the one way to ask the server, the age of the last news, and a stream that never gives up.
(() => {
  "use strict";
  const panel = document.getElementById("panel");
  if (!panel) return;

  const QUIET = 20000, DEAD = 40000, POLL = 4000, PATIENCE = [5000, 8000, 12000];
  const contact = document.getElementById("contact"), age = document.getElementById("age");
  const page = document.documentElement.dataset;  // its `kept` is set by the service worker on a page it kept
  let heard = Date.now(), lost = 0, failed = 0, asking = false, line = null;

  // Longer and longer, and never everybody at once.
  truc.pause = (tries) => Math.min(8000, 500 * 2 ** tries) * (0.5 + Math.random());

  // One answer of the table, or an error: no network, trouble at the server, or a hot spot's own page in between.
  truc.ask = async (address, options = {}) => {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), PATIENCE[Math.min(failed, PATIENCE.length - 1)]);
    try {
      const answer = await fetch(address, { cache: "no-store", redirect: "manual", signal: patience.signal, headers: { "HX-Request": "true" }, ...options });
      if (!answer.headers.has("X-Companion") || answer.status >= 500) throw new Error(answer.status);
      const told = { status: answer.status, stamp: answer.headers.get("X-Panel"), html: await answer.text() };
      inTouch();
      return told;
    } catch (error) {
      outOfTouch();
      throw error;
    } finally { clearTimeout(timer); }
  };

  // To the htmx extension this is its event source; underneath, one after the other is opened.
  class Line extends EventTarget {
    constructor(address) {
      super();
      this.address = new URL(address, location);
      this.tries = 0;
      this.reopen();
    }
    reopen() {
      this.close();
      this.address.searchParams.set("seen", truc.panel.stamp());
      const source = this.source = new EventSource(this.address);
      source.onopen = () => { this.tries = 0; inTouch(); };
      source.onerror = () => { this.later(); ask(); };
      source.addEventListener("panel", ({ data, lastEventId }) => {
        inTouch();
        this.dispatchEvent(new MessageEvent("panel", { data, lastEventId }));
      });
      source.addEventListener("beat", inTouch);
      source.addEventListener("later", () => this.later(60000));  // had to make room for newer ones of this phone
    }
    later(pause = truc.pause(this.tries++)) {
      this.close();
      this.timer = setTimeout(() => this.reopen(), pause);
    }
    close() {
      clearTimeout(this.timer);
      this.source?.close();
    }
    get open() { return this.source.readyState === EventSource.OPEN; }
  }
  htmx.createEventSource = (address) => { line = new Line(address); return line; };

  async function ask() {
    if (asking) return;
    asking = true;
    try {
      const { status, html, stamp } = await truc.ask(`${panel.dataset.news}?seen=${truc.panel.stamp()}`);
      if (status === 200) truc.panel.take(html, stamp);
      if (status === 403 || status === 404) document.dispatchEvent(new CustomEvent("table:gone", { detail: html }));
    } catch { /* it has been said */ }
    asking = false;
  }
  truc.askNow = ask;

  function inTouch() {
    const back = lost;
    heard = Date.now();
    lost = failed = 0;
    delete page.kept;
    tell();
    if (back) document.dispatchEvent(new CustomEvent("contact:back"));
  }
  function outOfTouch() {
    failed += 1;
    lost ||= heard;
    tell();
  }

  function tell() {
    const old = Date.now() - heard > QUIET, silence = lost ? truc.say("lost", { time: truc.clock(lost) }) : "";
    write(contact, page.kept ? `${truc.say("kept")} ${silence}` : silence);
    write(age, old ? truc.say("age", { ago: truc.ago(Date.now() - heard) }) : "");
  }
  function write(place, text) {
    if (place.textContent !== text) place.textContent = text;
    place.hidden = !text;
  }

  // Time passes: the age grows, a stream that has gone silent is replaced, and where there is none one asks.
  let asked = Date.now();
  setInterval(() => {
    if (document.visibilityState !== "visible") return;
    const now = Date.now(), silent = now - heard > DEAD;
    tell();
    if (now - asked < POLL * Math.min(1 + failed, 4) || (line?.open && !silent)) return;
    asked = now;
    if (silent && line?.open) line.later();
    ask();
  }, 1000);

  function returned() {
    tell();
    ask();
    if (line && (!line.open || Date.now() - heard > QUIET)) line.reopen();
  }
  document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") returned(); });
  document.addEventListener("resume", returned);
  addEventListener("online", returned);
  addEventListener("pageshow", (event) => { if (event.persisted) returned(); });
  addEventListener("offline", outOfTouch);
  addEventListener("pagehide", () => truc.store.keep(`heard:${truc.panel.code()}`, heard));

  // A page out of the phone's own store is older than it looks.
  if (page.kept) {
    heard = truc.store.get(`heard:${truc.panel.code()}`) ?? Number(page.kept);
    outOfTouch();
    ask();
  }
})();
