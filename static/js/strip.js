// The strip at the dock: what waits to be saved, what was not recorded and why, and the notes of other scripts.
(() => {
  "use strict";
  if (!document.getElementById("panel")) return;

  const SLOW = 1500, notes = [];
  let later = 0;

  function element(kind, name, ...more) {
    const made = document.createElement(kind);
    made.className = name;
    made.append(...more);
    return made;
  }
  function button(word, act) {
    const button = element("button", "button", truc.say(word));
    button.type = "button";
    button.addEventListener("click", act);
    return button;
  }

  function lines() {
    const slow = truc.queue.waiting().filter((tap) => Math.abs(Date.now() - tap.at) > SLOW), shown = notes.flatMap((note) => note());
    if (slow.length) shown.push(element("p", "waits", truc.say("waiting", { time: truc.clock(slow[0].at), taps: slow.map((tap) => tap.label).join(", ") })));
    for (const tap of truc.queue.refused()) shown.push(refused(tap));
    return shown;
  }
  function refused(tap) {
    const buttons = [button("drop", () => truc.queue.drop(tap))];
    if (truc.panel.button(tap.button)) buttons.unshift(button("again", () => again(tap)));
    return element("p", "refused", truc.say("refused", { tap: tap.label, time: truc.clock(tap.at), why: tap.refused }), ...buttons);
  }
  // A tap that is made again is a new one: on the present panel, with a key of its own.
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

  truc.strip = { notes, element, show };
  for (const kind of ["queue:changed", "panel:shown"]) document.addEventListener(kind, show);
  show();
})();
