// The server has a newer release than this page. The page says so, and loads itself again between
// two hands, once for each release. It waits while a tap is not sent, a refused tap is unread, or
// something is typed.
(() => {
  "use strict";
  if (!document.getElementById("panel")) return;
  const { release } = table();

  function table() {
    return document.getElementById("table").dataset;
  }
  function isTyped() {
    const fields = [...document.querySelectorAll("main input:not([type=hidden])")];
    return fields.some((field) => field.value !== field.defaultValue);
  }
  function isBusy() {
    const inHand = !("between" in table());
    const { waiting, refused } = truc.queue;
    return isTyped() || inHand || waiting().length || refused().length;
  }
  function look() {
    const now = table().release;
    if (!now || now === release) return;
    if (!truc.stale) {
      truc.stale = true;
      document.dispatchEvent(new CustomEvent("page:stale"));
    }
    if (isBusy() || truc.store.get("release") === now) return;
    truc.store.keep("release", now);
    location.reload();
  }
  for (const kind of ["panel:shown", "queue:changed"]) document.addEventListener(kind, look);
})();
