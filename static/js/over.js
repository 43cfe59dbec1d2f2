// What lies over the page: closed by what was chosen there, by a touch beside it, by Escape, by opening another one.
(() => {
  "use strict";
  function close(kept) {
    for (const over of document.querySelectorAll("details[data-over][open]")) if (!over.contains(kept)) over.open = false;
  }
  document.addEventListener("submit", ({ submitter }) => { if (submitter?.dataset.tap) close(); });
  document.addEventListener("pointerdown", ({ target }) => { if (!target.closest?.("details[data-over][open]")) close(); });
  document.addEventListener("keydown", ({ key }) => { if (key === "Escape") close(); });
  document.addEventListener("toggle", ({ target }) => {
    if (!target.matches("[data-over]")) return;
    if (target.open) close(target);
    else for (const field of target.querySelectorAll(".points-over [id] input")) field.value = "";
  }, true);

  // The corrections came with the page and stay (hx-preserve in points.html); each panel says which of them do not fit now.
  function fit() {
    for (const over of document.querySelectorAll("[data-idle]")) {
      const idle = over.dataset.idle.split(" ");
      for (const key of over.querySelectorAll(".points-over [id] [name=tap]")) {
        key.disabled = idle.includes(key.value);
        if (key.disabled) delete key.dataset.tap; else key.dataset.tap = key.value;
      }
      for (const row of over.querySelectorAll(".points-over [id] .row")) row.hidden = !row.querySelector("[data-tap]");
    }
    if (document.querySelector(".points-over [id]:empty")) fill();
  }
  // A panel has none of them that follows the end of a match, or a page on which this phone could not tap.
  async function fill() {
    const page = await fetch(location.pathname).then((answer) => answer.text(), () => "");
    const drawn = new DOMParser().parseFromString(page, "text/html");
    for (const { id } of document.querySelectorAll(".points-over [id]:empty")) {
      const whole = drawn.getElementById(id);
      if (whole?.hasChildNodes()) document.getElementById(id).replaceWith(whole);
    }
  }
  document.addEventListener("panel:shown", fit);
  fit();

  document.addEventListener("click", ({ target }) => {
    const step = target.closest?.("[data-step]"), field = step?.parentNode.querySelector("input");
    if (field) field.value = Number(field.value) + Number(step.dataset.step);
  });
})();
