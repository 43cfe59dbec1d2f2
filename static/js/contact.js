// Contact with the table: the one way to ask the server, and a stream while the page is visible. It
// ends only if the server says that this phone is out of the table.
(() => {
  "use strict";
  const panel = document.getElementById("panel");
  if (!panel) return;

  // All in milliseconds.
  const QUIET = 20000; // news older than this are old: their age is shown
  const DEAD = 40000; // a stream silent for longer is replaced
  const POLL = 4000; // between two questions if there is no stream
  const GRACE = 3000; // a hidden page keeps its stream for this long
  const ROOM = 60000; // the pause after the server closed this stream for a newer one
  const PATIENCE = [5000, 8000]; // for the first answers, when none has failed, when one has …
  const MOST_PATIENCE = 12000; // … and for all further ones
  const contact = document.getElementById("contact");
  const heardName = `heard:${truc.panel.code()}`; // in the store, for a page without network
  const page = document.documentElement.dataset; // the service worker sets `kept` on a kept page
  let heard = Date.now(); // when the server last answered
  let lost = 0; // since when there is no contact, or 0
  let failed = 0; // how many questions in a row failed
  let asking = false;
  let stream = null;
  let tries = 0; // how often the stream was opened in vain
  let opening = 0; // timer of the next attempt
  let leaving = 0; // timer that closes the stream of a hidden page
  let hidden = 0; // when the page was hidden last
  let polled = Date.now();

  // The pauses between attempts grow, and chance keeps phones from asking all at once.
  truc.pause = (tries) => Math.min(8000, 500 * 2 ** tries) * (0.5 + Math.random());

  // Ask the table and return its answer. Throw an error if there is no network, if the server is
  // in trouble, or if a hot spot answers with a page of its own.
  truc.ask = async (address, options = {}) => {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), PATIENCE[failed] ?? MOST_PATIENCE);
    try {
      const answer = await fetchAnswer(address, { signal: patience.signal, ...options });
      inTouch();
      return answer;
    } catch (error) {
      outOfTouch();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };

  async function fetchAnswer(address, options) {
    const answer = await fetch(address, {
      cache: "no-store",
      redirect: "manual",
      headers: { "HX-Request": "true", Prefer: "return=minimal" },
      ...options,
    });
    const { status, headers } = answer;
    if (!headers.has("X-Companion") || status >= 500) throw new Error(status);
    return {
      status,
      stamp: headers.get("X-Panel"),
      twin: headers.get("X-Already"),
      html: await answer.text(),
    };
  }

  // Open a stream that begins after the panel on the screen. If it ends, the next one is opened.
  // A hidden page has none: it would take a connection from visible ones.
  function open() {
    close();
    if (truc.gone || !visible()) return;
    stream = new EventSource(`${panel.dataset.stream}?seen=${truc.panel.stamp()}`);
    stream.onopen = () => {
      tries = 0;
      inTouch();
    };
    stream.onerror = renew;
    stream.addEventListener("panel", ({ data, lastEventId }) => {
      inTouch();
      truc.panel.take(data, lastEventId);
    });
    stream.addEventListener("beat", inTouch);
    stream.addEventListener("later", () => openLater(ROOM));
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
  function isOpen() {
    return stream?.readyState === EventSource.OPEN;
  }
  function visible() {
    return document.visibilityState === "visible";
  }
  // How long ago that was by this phone's clock, which may be set while a game goes on.
  function since(moment) {
    return Math.abs(Date.now() - moment);
  }

  async function ask() {
    if (asking || truc.gone) return;
    asking = true;
    const address = `${panel.dataset.news}?seen=${truc.panel.stamp()}`;
    try {
      const { status, html, stamp } = await truc.ask(address);
      if (status === 200) truc.panel.take(html, stamp);
      if (status === 403 || status === 404) leave(html);
    } catch {
      // The strip says that there is no contact.
    }
    asking = false;
  }
  truc.askNow = ask;

  // The table says that the stream brings this panel. If it does not, the stream is dead, though
  // nobody has noticed yet.
  truc.expect = (stamp) => {
    setTimeout(() => {
      if (truc.panel.newer(stamp)) renew();
    }, 1000);
  };

  function leave(html) {
    truc.gone = html;
    close();
    truc.store.drop(heardName);
    document.dispatchEvent(new CustomEvent("table:gone"));
  }

  function inTouch() {
    const back = lost;
    heard = Date.now();
    lost = 0;
    failed = 0;
    delete page.kept;
    show();
    if (back) document.dispatchEvent(new CustomEvent("contact:back"));
  }
  function outOfTouch() {
    failed += 1;
    lost ||= heard;
    show();
  }

  function show() {
    const silence = lost ? truc.say("lost", { time: truc.clock(lost) }) : "";
    truc.write(contact, page.kept ? `${truc.say("kept")} ${silence}` : silence);
    const age = since(heard);
    truc.showAge?.(age > QUIET ? age : 0);
  }
  truc.write = (place, text) => {
    if (place.textContent !== text) place.textContent = text;
    place.hidden = !text;
  };

  // Every second: show the age of the news, replace a stream that went silent, ask if there is
  // no stream.
  setInterval(() => {
    if (!visible() || truc.gone) return;
    show();
    const silent = since(heard) > DEAD;
    const early = since(polled) < POLL * Math.min(1 + failed, 4);
    if (early || (isOpen() && !silent)) return;
    polled = Date.now();
    if (silent && isOpen()) openLater();
    ask();
  }, 1000);

  function comeBack() {
    clearTimeout(leaving);
    if (!visible() || truc.gone) return;
    show();
    ask();
    // No timer runs while a phone sleeps: the stream may look open and be dead.
    if (!isOpen() || since(heard) > QUIET || since(hidden) > GRACE) open();
  }
  document.addEventListener("visibilitychange", () => {
    comeBack();
    if (visible()) return;
    hidden = Date.now();
    leaving = setTimeout(close, GRACE);
  });
  document.addEventListener("resume", comeBack);
  addEventListener("online", comeBack);
  addEventListener("pageshow", (event) => {
    if (event.persisted) comeBack();
  });
  addEventListener("offline", outOfTouch);
  addEventListener("pagehide", () => {
    close();
    if (!truc.gone) truc.store.keep(heardName, heard);
  });

  open();

  // A page that the service worker kept is older than it looks.
  if (page.kept) {
    heard = truc.store.get(heardName) ?? Number(page.kept);
    outOfTouch();
    ask();
  }
})();
