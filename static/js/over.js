// What lies over the page: closed by what was chosen there, by a touch beside it, by Escape, by opening another one.
(() => {
  "use strict";
  function close(kept) {
    for (const over of document.querySelectorAll("details[data-over][open]")) if (!over.contains(kept)) over.open = false;
  }
  document.addEventListener("submit", ({ submitter }) => { if (submitter?.dataset.tap) close(); });
  document.addEventListener("pointerdown", ({ target }) => { if (!target.closest?.("details[data-over][open]")) close(); });
  document.addEventListener("keydown", ({ key }) => { if (key === "Escape") close(); });
  document.addEventListener("toggle", ({ target }) => { if (target.open && target.matches("[data-over]")) close(target); }, true);
  document.addEventListener("click", ({ target }) => {
    const step = target.closest?.("[data-step]"), field = step?.parentNode.querySelector("input");
    if (field) field.value = Number(field.value) + Number(step.dataset.step);
  });
})();
