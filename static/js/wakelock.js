// The screen stays on while a game runs on this page, and only then.
(() => {
  "use strict";
  if (!document.getElementById("panel") || !navigator.wakeLock) return;
  let lock = null;
  let asking = false;

  function isWanted() {
    const over = "over" in document.getElementById("table").dataset;
    return document.visibilityState === "visible" && !over;
  }
  function release() {
    lock?.release();
    lock = null;
  }
  async function follow() {
    if (!isWanted()) return release();
    if (asking || (lock && !lock.released)) return;
    asking = true;
    try {
      lock = await navigator.wakeLock.request("screen");
    } catch {
      // The battery is low, or it is not allowed.
    }
    asking = false;
  }

  for (const kind of ["visibilitychange", "panel:shown"]) document.addEventListener(kind, follow);
  addEventListener("pagehide", release);
  follow();
})();
