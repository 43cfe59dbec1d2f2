// A table that moved on to a new code is followed. If it had moved on before the page was opened,
// the page stays, to be looked at.
(() => {
  "use strict";
  if (!document.getElementById("panel")) return;

  function follow() {
    const code = truc.panel.code();
    const { moved } = document.getElementById("table").dataset;
    if (moved && !truc.movedBefore && !truc.queue.waiting().length) location.assign(moved);
    if (location.pathname.includes(code)) return;
    location.replace(location.pathname.replace(/\/t\/[^/]+/, `/t/${code}`));
  }
  document.addEventListener("panel:shown", follow);
  follow();
})();
