// A table that moved on to a new code is followed, once no tap waits here and nobody has to read
// why a tap was refused: a tap on this panel, or one that came after the others had left. It is
// followed once: if somebody goes back to this page, or if the table had moved on before the page
// was opened, the page stays, to be looked at.
(() => {
  "use strict";
  if (!document.getElementById("panel")) return;

  let followed = false;
  let refusedBefore = []; // the names of the taps that were refused before the table moved on

  function hasToBeRead(tap) {
    return tap.seen === truc.panel.seen() || !refusedBefore.includes(tap.name);
  }
  function isDone() {
    return !truc.queue.waiting().length && !truc.queue.refused().some(hasToBeRead);
  }
  function follow() {
    const code = truc.panel.code();
    const { moved } = document.getElementById("table").dataset;
    if (!moved) refusedBefore = truc.queue.refused().map((tap) => tap.name);
    if (moved && !truc.movedBefore && !followed && isDone()) {
      followed = true;
      location.assign(moved);
    }
    if (location.pathname.includes(code)) return;
    location.replace(location.pathname.replace(/\/t\/[^/]+/, `/t/${code}`));
  }
  document.addEventListener("panel:shown", follow);
  document.addEventListener("queue:changed", follow);
  follow();
})();
