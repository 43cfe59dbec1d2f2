// Notes in the strip: taps that came too quick, a page of an older release, a phone that is out of the table.
(() => {
  "use strict";
  if (!document.getElementById("panel")) return;

  const QUICK = 2500, { notes, element, show } = truc.strip;
  let quick = 0, lost = null;

  function link(word, href) { return Object.assign(element("a", "button", truc.say(word)), { href }); }
  function here() { return link("reload", location.pathname); }

  notes.push(
    () => lost ? [element("p", "refused", `${truc.say("gone", lost)} ${lost.taps && truc.say("unsaved", lost)}`, here(), link("first", truc.page("")))] : [],
    () => truc.stale ? [element("p", "waits", truc.say("stale"), here())] : [],
    () => quick ? [element("p", "quick", truc.say("quick"))] : [],
  );

  document.addEventListener("page:stale", show);
  document.addEventListener("tap:quick", () => {
    clearTimeout(quick);
    quick = setTimeout(() => { quick = 0; show(); }, QUICK);
    show();
  });

  // The phone is out of the table: said, and nothing of the table is kept on it.
  function out() {
    const taps = [...truc.queue.waiting(), ...truc.queue.refused()];
    lost = { why: truc.why(truc.gone), taps: taps.map((tap) => tap.label).join(", ") };
    truc.queue.clear();
    show();
  }
  document.addEventListener("table:gone", out);
  if (truc.gone) out();
})();
