// What opens over the page. It is closed by a choice in it, a touch beside it, Escape, and by
// opening another one; a text that is only read is closed by any touch. A correction leaves the
// points open: several may follow, and otherwise the finger would be over a player.
(() => {
  "use strict";
  const CORRECTS = '.points-over [value^="fix"]';
  // Close all that is open, except what `kept` is in.
  function close(kept) {
    for (const over of document.querySelectorAll("details[data-over][open]")) {
      if (!over.contains(kept)) over.open = false;
    }
  }
  document.addEventListener("submit", ({ submitter }) => {
    if (!submitter?.dataset.tap) return;
    if (submitter.matches(CORRECTS)) empty(submitter.closest("[data-over]"));
    else close();
  });
  document.addEventListener("click", ({ target }) => {
    if (target.closest("[data-close]") && !target.closest("a")) close();
  });
  document.addEventListener("pointerdown", ({ target }) => {
    if (!target.closest?.("details[data-over][open]")) close();
  });
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") close();
  });
  // If Tab moves the focus out of what is open, that closes, so that it covers no key in focus.
  document.addEventListener("keyup", ({ key, target }) => {
    if (key === "Tab") close(target);
  });
  document.addEventListener("toggle", toggled, true);
  function toggled({ target }) {
    if (!target.matches("[data-over]")) return;
    if (target.open) close(target);
    else empty(target);
  }
  function empty(over) {
    const fields = over.querySelectorAll(".points-over div[id] :is(input, select)");
    for (const field of fields) field.value = "";
    if (over.open) return;
    for (const rare of over.querySelectorAll(".rare[open]")) rare.open = false;
  }

  // The corrections came with the page and stay (hx-preserve in side.html). Each panel says
  // which of them do not fit now.
  function fit() {
    for (const over of document.querySelectorAll("[data-idle]")) {
      const idle = over.dataset.idle.split(" ");
      for (const key of over.querySelectorAll(".points-over div[id] [name=tap]")) {
        enable(key, !idle.includes(key.value));
      }
      for (const row of over.querySelectorAll(".points-over div[id] .row")) {
        row.hidden = !row.querySelector("[data-tap]");
      }
    }
    if (document.querySelector(".points-over div[id]:empty")) fill();
  }
  function enable(key, fits) {
    key.disabled = !fits;
    if (fits) key.dataset.tap = key.value;
    else delete key.dataset.tap;
  }
  // A panel comes without the corrections if a match was over before, or if this phone could not
  // tap. Then they are fetched with the whole page.
  async function fill() {
    const page = new DOMParser().parseFromString(await fetchPage(), "text/html");
    for (const { id } of document.querySelectorAll(".points-over div[id]:empty")) {
      const whole = page.getElementById(id);
      if (whole?.hasChildNodes()) document.getElementById(id).replaceWith(whole);
    }
  }
  async function fetchPage() {
    try {
      const answer = await fetch(location.pathname);
      return await answer.text();
    } catch {
      return "";
    }
  }
  document.addEventListener("panel:shown", fit);
  fit();

  // The keys beside a field for a number add to it.
  document.addEventListener("click", ({ target }) => {
    const step = target.closest?.("[data-step]");
    const field = step?.parentNode.querySelector("input");
    if (field) field.value = Number(field.value) + Number(step.dataset.step);
  });
})();
