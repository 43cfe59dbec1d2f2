// Contact with the table: the one way to ask the server, the age of the last news, and a stream that never gives up.
(() => {
  "use strict";
  const panel = document.getElementById("panel");
  if (!panel) return;

  const QUIET = 20000, DEAD = 40000, POLL = 4000, PATIENCE = [5000, 8000, 12000];
  const contact = document.getElementById("contact"), age = document.getElementById("age");
  const page = document.documentElement.dataset;  // its `kept` is set by the service worker on a page it kept
  let heard = Date.now(), lost = 0, failed = 0, asking = false, stream = null, tries = 0, opening = 0;

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

  // The stream: when one ends, the next is opened, from the panel on the screen on.
  function open() {
    close();
    stream = new EventSource(`${panel.dataset.stream}?seen=${truc.panel.stamp()}`);
    stream.onopen = () => { tries = 0; inTouch(); };
    stream.onerror = () => { openLater(); ask(); };
    stream.addEventListener("panel", ({ data, lastEventId }) => { inTouch(); truc.panel.take(data, lastEventId); });
    stream.addEventListener("beat", inTouch);
    stream.addEventListener("later", () => openLater(60000));  // had to make room for newer ones of this phone
  }
  function openLater(pause = truc.pause(tries++)) {
    close();
    opening = setTimeout(open, pause);
  }
  function close() {
    clearTimeout(opening);
    stream?.close();
  }
  function isOpen() { return stream.readyState === EventSource.OPEN; }

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
    if (now - asked < POLL * Math.min(1 + failed, 4) || (isOpen() && !silent)) return;
    asked = now;
    if (silent && isOpen()) openLater();
    ask();
  }, 1000);

  function returned() {
    tell();
    ask();
    if (!isOpen() || Date.now() - heard > QUIET) open();
  }
  document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") returned(); });
  document.addEventListener("resume", returned);
  addEventListener("online", returned);
  addEventListener("pageshow", (event) => { if (event.persisted) returned(); });
  addEventListener("offline", outOfTouch);
  addEventListener("pagehide", () => truc.store.keep(`heard:${truc.panel.code()}`, heard));

  open();

  // A page out of the phone's own store is older than it looks.
  if (page.kept) {
    heard = truc.store.get(`heard:${truc.panel.code()}`) ?? Number(page.kept);
    outOfTouch();
    ask();
  }
})();
