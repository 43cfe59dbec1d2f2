// The strip at the dock: what waits to be saved, what was not recorded and why, and taps that came too quick.
(() => {
  "use strict";
  const panel = document.getElementById("panel");
  if (!panel) return;

  const QUICK = 2500, SLOW = 1500;
  let quick = 0, gone = null, later = 0;

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

  function lines() {
    const slow = truc.queue.waiting().filter((tap) => Date.now() - tap.at > SLOW), shown = [];
    if (gone) shown.push(line("refused", `${truc.say("gone", gone)} ${gone.taps && truc.say("unsaved", gone)}`));
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
    const waiting = new Set(truc.queue.waiting().map((tap) => tap.button));
    for (const button of panel.querySelectorAll("[data-tap]")) mark(button, waiting.has(button.dataset.tap));
    clearTimeout(later);
    if (waiting.size) later = setTimeout(show, SLOW);
  }
  function mark(button, waits) {
    button.classList.toggle("saving", waits);
    if (waits) button.dataset.saving = truc.say("saving");
  }

  document.addEventListener("panel:shown", () => { gone = null; });
  for (const kind of ["queue:changed", "panel:shown"]) document.addEventListener(kind, show);
  document.addEventListener("tap:quick", () => {
    clearTimeout(quick);
    quick = setTimeout(() => { quick = 0; show(); }, QUICK);
    show();
  });
  // The phone is out of the table: said, and nothing of the table is kept on it.
  document.addEventListener("table:gone", ({ detail }) => {
    const taps = [...truc.queue.waiting(), ...truc.queue.refused()];
    if (!gone || taps.length) gone = { why: truc.why(detail), taps: taps.map((tap) => tap.label).join(", ") };
    truc.queue.clear();
    show();
  });
  show();
})();
