// The strip over the keys: taps that wait to be saved, taps that were not recorded and why, and
// the notes of other scripts.
(() => {
  "use strict";
  if (!document.getElementById("panel")) return;

  const SLOW = 1500; // ms after which a tap that waits is shown
  const notes = []; // functions that return the lines of other scripts
  let later = 0;

  function element(kind, name, ...content) {
    const made = document.createElement(kind);
    made.className = name;
    made.append(...content);
    return made;
  }
  function button(word, act) {
    const made = element("button", "button", truc.say(word));
    made.type = "button";
    made.addEventListener("click", act);
    return made;
  }

  function lines() {
    const taps = truc.queue.refused().map(refusedLine);
    return [...notes.flatMap((note) => note()), ...waitingLine(), ...taps];
  }
  function waitingLine() {
    const slow = truc.queue.waiting().filter((tap) => Math.abs(Date.now() - tap.at) > SLOW);
    if (!slow.length) return [];
    const time = truc.clock(slow[0].at);
    const taps = slow.map((tap) => tap.label).join(", ");
    return [element("p", "waits", truc.say("waiting", { time, taps }))];
  }
  function refusedLine(tap) {
    const label = tap.late ? `${tap.label} (${truc.clock(tap.at)})` : tap.label;
    const drop = button("drop", () => truc.queue.drop(tap));
    drop.ariaLabel = drop.textContent;
    drop.textContent = "✕";
    const buttons = [drop];
    // Whoever has just tapped has the same key before them.
    const again = tap.late && truc.panel.button(tap.button);
    if (again) buttons.unshift(button("again", () => tapAgain(tap)));
    const said = truc.say("refused", { tap: label, why: tap.refused });
    return element("p", "refused tapped", element("span", "", said), ...buttons);
  }
  // This is a new tap: on the present panel, with its own key.
  function tapAgain(tap) {
    truc.queue.drop(tap);
    truc.tap(tap.button, tap.tap, tap.label);
  }

  function show() {
    const strip = document.getElementById("strip");
    if (!strip) return;
    const shown = lines();
    const text = shown.map((line) => line.textContent).join("");
    const same = text === strip.textContent && shown.length === strip.childElementCount;
    if (!same) strip.replaceChildren(...shown);
    clearTimeout(later);
    if (truc.queue.waiting().length) later = setTimeout(show, SLOW);
  }

  truc.strip = { notes, element, show };
  for (const kind of ["queue:changed", "panel:shown"]) document.addEventListener(kind, show);
  show();
})();
