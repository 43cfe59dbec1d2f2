// The server has a newer release than this page: it is said, and between two hands the page loads itself again, once for
// each release, when no tap waits, none was refused unread and nothing is typed.
(() => {
  "use strict";
  if (!document.getElementById("panel")) return;
  const { release } = table();

  function table() { return document.getElementById("table").dataset; }
  function busy() {
    const typed = [...document.querySelectorAll("main input:not([type=hidden])")].some((field) => field.value !== field.defaultValue);
    return typed || !("between" in table()) || truc.queue.waiting().length || truc.queue.refused().length;
  }
  function look() {
    const now = table().release;
    if (!now || now === release) return;
    if (!truc.stale) document.dispatchEvent(new CustomEvent("page:stale"), truc.stale = true);
    if (busy() || truc.store.get("release") === now) return;
    truc.store.keep("release", now);
    location.reload();
  }
  for (const kind of ["panel:shown", "queue:changed"]) document.addEventListener(kind, look);
})();
