// The phone of a newcomer keeps in a cookie what it has explained. A page sets it by itself; a
// panel that came by a stream cannot, so this script does.
(() => {
  "use strict";
  const { path } = document.currentScript.dataset;
  const YEAR = 365 * 24 * 60 * 60;
  document.addEventListener("panel:shown", () => {
    const { taught } = document.querySelector("[data-taught]")?.dataset ?? {};
    if (taught === undefined) return;
    document.cookie = [
      `taught=${taught}`,
      `path=${path}`,
      `max-age=${YEAR}`,
      "samesite=lax",
    ].join("\x3b");
  });
})();
