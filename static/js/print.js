// The button that prints the page. Without script it is hidden, and the browser's menu does it.
(() => {
  "use strict";
  const button = document.querySelector("[data-print]");
  if (!button) return;
  button.hidden = false;
  button.addEventListener("click", () => window.print());
})();
