// Taps wait here until the table has answered: kept on the phone, sent in order, one at a time, each until it is settled.
(() => {
  "use strict";
  const panel = document.getElementById("panel");
  if (!panel) return;

  const address = panel.action, prefix = `tap:${truc.panel.match()}:`;
  let sending = false, tries = 0, timer = 0;

  function all() { return truc.store.names(prefix).map((name) => ({ name, ...truc.store.get(name) })); }
  // In the order they were made, whatever the clock says; codes change, so they are kept for the match.
  function next() { return `${prefix}${String(1 + Number(all().pop()?.name.slice(prefix.length) ?? 0)).padStart(6, "0")}`; }
  function changed() { document.dispatchEvent(new CustomEvent("queue:changed")); }

  truc.queue = {
    waiting: () => all().filter((tap) => !tap.refused),
    refused: () => all().filter((tap) => tap.refused),
    // Each button of a panel has a key of its own: the same one twice is one tap, two of them are two, in order.
    add(tap) {
      const twin = all().find((other) => other.key === tap.key);
      if (twin && !twin.refused) return;
      if (twin) truc.store.drop(twin.name);
      truc.store.keep(next(), { ...tap, code: truc.panel.code() });
      changed();
      send();
    },
    drop(tap) {
      truc.store.drop(tap.name);
      changed();
    },
    clear() { for (const { name } of all()) truc.store.drop(name); },
    send,
  };

  async function send() {
    if (sending) return;
    sending = true;
    clearTimeout(timer);
    for (let tap; (tap = truc.queue.waiting()[0]);) {
      try {
        settle(tap, await truc.ask(address, { method: "POST", body: new URLSearchParams({ tap: tap.tap, seen: tap.seen, key: tap.key }) }));
        tries = 0;
      } catch {
        timer = setTimeout(send, truc.pause(tries++));
        break;
      }
    }
    sending = false;
    changed();
  }

  // What the table answered is final. A tap that was refused stays with what the table said, until somebody has read it.
  // If another phone was quicker with the same tap, the other taps made here on that panel go on from its row (`twin`).
  function settle({ name, ...tap }, { status, html, stamp, twin }) {
    const recorded = status < 300, late = Math.abs(Date.now() - tap.at) > 3000;
    if (recorded) truc.store.drop(name); else truc.store.keep(name, { ...tap, late, refused: truc.why(html) });
    if (!stamp) truc.askNow();
    else if (!html) truc.expect(stamp);
    else truc.panel[recorded && !twin ? "take" : "refused"](html, stamp, twin);
    if (twin) for (const { name, ...other } of all()) if (other.seen === tap.seen) truc.store.keep(name, { ...other, seen: twin });
    changed();
  }

  for (const kind of ["contact:back", "visibilitychange", "resume"]) document.addEventListener(kind, () => { tries = 0; send(); });
  addEventListener("online", () => { tries = 0; send(); });
  addEventListener("pageshow", send);
})();
