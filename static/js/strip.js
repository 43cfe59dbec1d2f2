// The strip at the dock: what waits to be saved, what was not recorded and why, and taps that came too quick.
(() => {
  "use strict";
  const panel = document.getElementById("panel");
  if (!panel) return;

  const QUICK = 2500, SLOW = 1500;
  let quick = 0, gone = null, later = 0;
  const reload = location.pathname, first = "/";

  function line(kind, text, ...buttons) {
    const line = document.createElement("p");
    line.className = kind;
    line.append(text, ...buttons);
    return line;
  }
  function button(word, act) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button";
    button.textContent = truc.say(word);
    button.addEventListener("click", act);
    return button;
  }

  function link(word, href) { return Object.assign(document.createElement("a"), { className: "button", href, textContent: truc.say(word) }); }

  function lines() {
    const slow = truc.queue.waiting().filter((tap) => Math.abs(Date.now() - tap.at) > SLOW), shown = [];
    if (gone) shown.push(line("refused", `${truc.say("gone", gone)} ${gone.taps && truc.say("unsaved", gone)}`, link("reload", reload), link("first", first)));
    if (truc.stale) shown.push(line("waits", truc.say("stale"), link("reload", reload)));
    if (slow.length) shown.push(line("waits", truc.say("waiting", { time: truc.clock(slow[0].at), taps: slow.map((tap) => tap.label).join(", ") })));
    for (const tap of truc.queue.refused()) shown.push(refused(tap));
    if (quick) shown.push(line("quick", truc.say("quick")));
    return shown;
  }
  function refused(tap) {
    const buttons = [button("drop", () => truc.queue.drop(tap))];
    if (truc.panel.button(tap.button)) buttons.unshift(button("again", () => again(tap)));
    return line("refused", truc.say("refused", { tap: tap.label, time: truc.clock(tap.at), why: tap.refused }), ...buttons);
  }
  // Made again it is another tap: on the panel of now, with a key of its own.
  function again(tap) {
    truc.queue.drop(tap);
    truc.tap(tap.button, tap.tap, tap.label);
  }

  function show() {
    const strip = document.getElementById("strip"), shown = lines();
    if (!strip) return;
    if (shown.map((line) => line.textContent).join("") !== strip.textContent || shown.length !== strip.childElementCount) strip.replaceChildren(...shown);
    clearTimeout(later);
    if (truc.queue.waiting().length) later = setTimeout(show, SLOW);
  }

  for (const kind of ["queue:changed", "panel:shown", "page:stale"]) document.addEventListener(kind, show);
  function tooQuick() {
    clearTimeout(quick);
    quick = setTimeout(() => { quick = 0; show(); }, QUICK);
    show();
  }
  document.addEventListener("tap:quick", tooQuick);
  if (performance.now() - truc.quick < QUICK) tooQuick();  // before this script was there
  // The phone is out of the table: said, and nothing of the table is kept on it.
  function wasPutOut() {
    const taps = [...truc.queue.waiting(), ...truc.queue.refused()];
    if (!gone || taps.length) gone = { why: truc.why(truc.gone), taps: taps.map((tap) => tap.label).join(", ") };
    truc.queue.clear();
    show();
  }
  document.addEventListener("table:gone", wasPutOut);
  if (truc.gone) wasPutOut();
  show();
})();
