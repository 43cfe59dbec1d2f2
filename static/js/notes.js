// Notes in the strip: a tap that came too quick, a page of an older release (which reloads by
// itself, so its note is as low as the line it lies over), and a phone that is out of the table.
(() => {
  "use strict";
  if (!document.getElementById("panel")) return;

  const QUICK = 2500; // ms for which a quick tap is noted
  const { notes, element, show } = truc.strip;
  let quick = 0;
  let lost = null; // why this phone is out of the table, and the taps that were not saved
  const unsaved = new Map(); // the labels of these taps, by their keys

  function link(word, href) {
    return Object.assign(element("a", "button", truc.say(word)), { href });
  }
  function reload() {
    return link("reload", location.pathname);
  }

  function noteOut() {
    if (!lost) return [];
    const text = `${truc.say("gone", lost)} ${lost.taps && truc.say("unsaved", lost)}`;
    return [element("p", "refused", text, reload(), link("first", truc.page("")))];
  }
  function noteStale() {
    return truc.stale ? [element("p", "stale", truc.say("stale"))] : [];
  }
  function noteQuick() {
    return quick ? [element("p", "quick", truc.say("quick"))] : [];
  }
  notes.push(noteOut, noteStale, noteQuick);

  document.addEventListener("page:stale", show);
  document.addEventListener("tap:quick", () => {
    clearTimeout(quick);
    quick = setTimeout(() => {
      quick = 0;
      show();
    }, QUICK);
    show();
  });

  // The phone is out of the table: it says so, and keeps nothing of the table, nor of a tap that
  // was on its way or is made on the old page.
  function leave() {
    if (!truc.gone) return;
    for (const { key, label } of [...truc.queue.waiting(), ...truc.queue.refused()]) {
      unsaved.set(key, label);
    }
    lost = { why: truc.why(truc.gone), taps: [...unsaved.values()].join(", ") };
    truc.queue.clear();
    show();
  }
  for (const kind of ["table:gone", "queue:changed"]) document.addEventListener(kind, leave);
  leave();
})();
