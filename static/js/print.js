// The key that prints the page; without script the browser's own menu does.
(() => {
  "use strict";
  const key = document.querySelector("[data-print]");
  if (!key) return;
  key.hidden = false;
  key.addEventListener("click", () => window.print());
})();
