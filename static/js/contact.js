// Contact with the table: the one way to ask the server, the age of the last news, and a stream while the page is seen.
// It stops only when the server says that this phone is out of the table.
(() => {
  "use strict";
  const panel = document.getElementById("panel");
  if (!panel) return;

  const QUIET = 20000, DEAD = 40000, POLL = 4000, GRACE = 3000, PATIENCE = [5000, 8000];
  const contact = document.getElementById("contact"), age = document.getElementById("age");
  const page = document.documentElement.dataset;  // its `kept` is set by the service worker on a page it kept
  let heard = Date.now(), lost = 0, failed = 0, asking = false, stream = null, tries = 0, opening = 0, leaving = 0;

  // The pauses between attempts grow, and chance keeps phones from asking all at once.
  truc.pause = (tries) => Math.min(8000, 500 * 2 ** tries) * (0.5 + Math.random());

  // One answer of the table, or an error: no network, trouble at the server, or a hot spot's own page in between.
  truc.ask = async (address, options = {}) => {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), PATIENCE[failed] ?? 12000);
    try {
      const answer = await fetch(address, { cache: "no-store", redirect: "manual", signal: patience.signal, headers: { "HX-Request": "true", Prefer: "return=minimal" }, ...options });
      if (!answer.headers.has("X-Companion") || answer.status >= 500) throw new Error(answer.status);
      const told = { status: answer.status, stamp: answer.headers.get("X-Panel"), twin: answer.headers.get("X-Already"), html: await answer.text() };
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
    if (truc.gone || !visible()) return;  // a hidden page would keep a connection from those that are seen
    stream = new EventSource(`${panel.dataset.stream}?seen=${truc.panel.stamp()}`);
    stream.onopen = () => { tries = 0; inTouch(); };
    stream.onerror = renew;
    stream.addEventListener("panel", ({ data, lastEventId }) => { inTouch(); truc.panel.take(data, lastEventId); });
    stream.addEventListener("beat", inTouch);
    stream.addEventListener("later", () => openLater(60000));  // had to make room for newer ones of this phone
  }
  function renew() {
    openLater();
    ask();
  }
  function openLater(pause = truc.pause(tries++)) {
    close();
    opening = setTimeout(open, pause);
  }
  function close() {
    clearTimeout(opening);
    stream?.close();
  }
  function isOpen() { return stream?.readyState === EventSource.OPEN; }
  function visible() { return document.visibilityState === "visible"; }
  // By this phone's clock, which may be set while a game goes on.
  function since(moment) { return Math.abs(Date.now() - moment); }

  async function ask() {
    if (asking || truc.gone) return;
    asking = true;
    try {
      const { status, html, stamp } = await truc.ask(`${panel.dataset.news}?seen=${truc.panel.stamp()}`);
      if (status === 200) truc.panel.take(html, stamp);
      if (status === 403 || status === 404) gone(html);
    } catch { /* the strip tells it */ }
    asking = false;
  }
  truc.askNow = ask;
  // The table says that the stream brings this panel; one that does not is dead, though nobody has noticed yet.
  truc.expect = (stamp) => setTimeout(() => { if (truc.panel.newer(stamp)) renew(); }, 1000);
  function gone(html) {
    truc.gone = html;
    close();
    document.dispatchEvent(new CustomEvent("table:gone"));
  }

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
    const old = since(heard) > QUIET, silence = lost ? truc.say("lost", { time: truc.clock(lost) }) : "";
    write(contact, page.kept ? `${truc.say("kept")} ${silence}` : silence);
    write(age, old ? truc.say("age", { ago: truc.ago(since(heard)) }) : "");
  }
  function write(place, text) {
    if (place.textContent !== text) place.textContent = text;
    place.hidden = !text;
  }

  // Every second: shows the age of the news, replaces a stream that went silent, asks where there is no stream.
  let asked = Date.now();
  setInterval(() => {
    if (!visible() || truc.gone) return;
    const silent = since(heard) > DEAD;
    tell();
    if (since(asked) < POLL * Math.min(1 + failed, 4) || (isOpen() && !silent)) return;
    asked = Date.now();
    if (silent && isOpen()) openLater();
    ask();
  }, 1000);

  function returned() {
    clearTimeout(leaving);
    if (!visible() || truc.gone) return;
    tell();
    ask();
    if (!isOpen() || since(heard) > QUIET) open();
  }
  document.addEventListener("visibilitychange", () => {
    returned();
    if (!visible()) leaving = setTimeout(close, GRACE);
  });
  document.addEventListener("resume", returned);
  addEventListener("online", returned);
  addEventListener("pageshow", (event) => { if (event.persisted) returned(); });
  addEventListener("offline", outOfTouch);
  addEventListener("pagehide", () => {
    close();
    if (!truc.gone) truc.store.keep(`heard:${truc.panel.code()}`, heard);
  });

  open();

  // A page out of the phone's own store is older than it looks.
  if (page.kept) {
    heard = truc.store.get(`heard:${truc.panel.code()}`) ?? Number(page.kept);
    outOfTouch();
    ask();
  }
})();
