// News wait while a finger or a mouse button is down on the panel: a key that is replaced between
// going down and up would never be clicked. They do not wait longer than LONGEST, and after the
// finger is up until its click has come.
(() => {
  "use strict";
  const LONGEST = 1000; // in milliseconds, as CLICKED
  const CLICKED = 80;
  let waiting = []; // what is done once the panel is free
  let held = 0;

  document.getElementById("panel")?.addEventListener("pointerdown", () => hold(LONGEST));
  for (const kind of ["pointerup", "pointercancel"]) {
    addEventListener(kind, () => held && hold(CLICKED), true);
  }
  addEventListener("click", () => held && hold(0));

  truc.isHeld = () => held !== 0;
  truc.afterwards = (act) => waiting.push(act);

  function hold(milliseconds) {
    clearTimeout(held);
    held = setTimeout(release, milliseconds);
  }
  function release() {
    const all = waiting;
    held = 0;
    waiting = [];
    for (const act of all) act();
  }
})();
