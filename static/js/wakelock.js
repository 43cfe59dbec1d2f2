// The screen stays on while a game runs on this page, and only then.
(() => {
  "use strict";
  if (!document.getElementById("panel") || !navigator.wakeLock) return;
  let lock = null, asking = false;

  async function follow() {
    const wanted = document.visibilityState === "visible" && !("over" in document.getElementById("table").dataset);
    if (!wanted) lock?.release();
    if (!wanted) lock = null;
    if (!wanted || asking || (lock && !lock.released)) return;
    asking = true;
    try { lock = await navigator.wakeLock.request("screen"); } catch { /* low battery, or not allowed */ }
    asking = false;
  }

  for (const kind of ["visibilitychange", "panel:shown"]) document.addEventListener(kind, follow);
  addEventListener("pagehide", () => { lock?.release(); lock = null; });
  follow();
})();
