// A table that moved on to a new code is followed, once no tap waits here and nobody has to read
// why a tap on this panel was refused. It is followed once: if somebody goes back to this page, or
// if the table had moved on before the page was opened, the page stays, to be looked at.
(() => {
  "use strict";
  if (!document.getElementById("panel")) return;

  let followed = false;

  function isDone() {
    const unread = truc.queue.refused().some((tap) => tap.seen === truc.panel.seen());
    return !unread && !truc.queue.waiting().length;
  }
  function follow() {
    const code = truc.panel.code();
    const { moved } = document.getElementById("table").dataset;
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
