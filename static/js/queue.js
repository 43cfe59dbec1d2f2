// Taps wait here until the table has answered. They are kept on the phone and sent in order, one
// at a time, each until it is settled.
(() => {
  "use strict";
  const panel = document.getElementById("panel");
  if (!panel) return;

  const LATE = 3000; // ms after which the answer to a tap is no longer expected
  const address = panel.action;
  const prefix = `tap:${truc.panel.match()}:`; // the match, because a table's code may change
  let sending = false;
  let tries = 0; // how often sending has failed
  let timer = 0;

  function all() {
    return truc.store.names(prefix).map((name) => ({ name, ...truc.store.get(name) }));
  }
  // Names are numbered in the order of the taps, whatever the clock says.
  function nextName() {
    const last = all().pop();
    const number = last ? Number(last.name.slice(prefix.length)) : 0;
    return prefix + String(number + 1).padStart(6, "0");
  }
  function changed() {
    document.dispatchEvent(new CustomEvent("queue:changed"));
  }

  truc.queue = {
    waiting: () => all().filter((tap) => !tap.refused),
    refused: () => all().filter((tap) => tap.refused),
    // Each button of a panel has its own key: the same button twice is one tap, two buttons are
    // two, in order.
    add(tap) {
      const twin = all().find((other) => other.key === tap.key);
      if (twin && !twin.refused) return;
      if (twin) truc.store.drop(twin.name);
      truc.store.keep(nextName(), { ...tap, code: truc.panel.code() });
      changed();
      send();
    },
    drop(tap) {
      truc.store.drop(tap.name);
      changed();
    },
    clear() {
      for (const { name } of all()) truc.store.drop(name);
    },
    send,
  };

  async function send() {
    if (sending) return;
    sending = true;
    clearTimeout(timer);
    try {
      await sendAll();
    } catch {
      timer = setTimeout(send, truc.pause(tries++));
    }
    sending = false;
    changed();
  }
  async function sendAll() {
    for (;;) {
      const [tap] = truc.queue.waiting();
      if (!tap) return;
      const body = new URLSearchParams({ tap: tap.tap, seen: tap.seen, key: tap.key });
      settle(tap, await truc.ask(address, { method: "POST", body }));
      tries = 0;
    }
  }

  // The table's answer is final. A refused tap stays, with the reason, until somebody has read it.
  function settle({ name, ...tap }, answer) {
    const recorded = answer.status < 300;
    if (recorded) {
      truc.store.drop(name);
    } else {
      const late = Math.abs(Date.now() - tap.at) > LATE;
      truc.store.keep(name, { ...tap, late, refused: truc.why(answer.html) });
    }
    showAnswer(answer, recorded);
    if (answer.twin) goOnFrom(answer.twin, tap.seen);
    changed();
  }
  // `twin` is set if another phone was quicker with the same tap. Then the panel says so.
  function showAnswer({ html, stamp, twin }, recorded) {
    if (!stamp) truc.askNow();
    else if (!html) truc.expect(stamp);
    else if (recorded && !twin) truc.panel.take(html, stamp);
    else truc.panel.refused(html, stamp, twin);
  }
  // The other taps that were made on the same panel go on from the row of the quicker phone.
  function goOnFrom(row, seen) {
    for (const { name, ...tap } of all()) {
      if (tap.seen === seen) truc.store.keep(name, { ...tap, seen: row });
    }
  }

  function sendAtOnce() {
    tries = 0;
    send();
  }
  for (const kind of ["contact:back", "visibilitychange", "resume"]) {
    document.addEventListener(kind, sendAtOnce);
  }
  addEventListener("online", sendAtOnce);
  addEventListener("pageshow", send);
})();
