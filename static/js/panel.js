// The panel: taken in order, never an older one over a newer one; what was open or focused stays so, what is new is said.
(() => {
  "use strict";
  const panel = document.getElementById("panel");
  for (const time of document.querySelectorAll("time[datetime]")) time.textContent = truc.clock(time.dateTime);
  if (!panel) return;

  const said = document.getElementById("said");

  function table() { return document.getElementById("table").dataset; }
  function parts(text) { return (text || "0.0").split(".").map(Number); }
  function newer(text) {
    const [version, revision] = parts(text), [shown, known] = parts(table().stamp);
    return version > shown || (version === shown && revision > known);
  }

  truc.panel = {
    code: () => table().code,
    match: () => table().match ?? table().code,
    stamp: () => table().stamp,
    key: () => panel.querySelector('[name="key"]').value,
    seen: () => panel.querySelector('[name="seen"]').value,
    button: (tap) => panel.querySelector(`[data-tap="${CSS.escape(tap)}"]`),
    newer,
    take(html, stamp) { if (newer(stamp)) swap(html, stamp); },
    // After a refusal also the same version: its keys are fresh. The sentence in it is told elsewhere, or it `stays`.
    refused(html, stamp, stays) {
      if (parts(stamp)[0] >= parts(table().stamp)[0]) swap(html, stamp);
      if (!stays) panel.querySelector(".told > .notice, .table > .notice")?.remove();
    },
  };

  function swap(html, stamp) {
    document.dispatchEvent(new CustomEvent("panel:changing"));
    const [before] = parts(table().stamp), bringBack = remember();
    htmx.swap(panel, html, { swapStyle: "innerHTML" });
    bringBack();
    shown(html, stamp, parts(table().stamp)[0] > before);
  }
  function remember() {
    const opened = [...panel.querySelectorAll("details[open][id]")].map(({ id }) => id);
    const focused = panel.contains(document.activeElement) && document.activeElement.dataset.tap;
    return () => {
      for (const id of opened) document.getElementById(id)?.setAttribute("open", "");
      if (focused) (truc.panel.button(focused) ?? panel.querySelector(".dock"))?.focus({ preventScroll: true });
    };
  }

  function shown(html, stamp, fresh) {
    for (const time of panel.querySelectorAll("time[datetime]")) time.textContent = truc.clock(time.dateTime);
    const text = document.getElementById("news").textContent.replace(/\s+/g, " ").trim();
    if (said.textContent !== text) said.textContent = text;
    document.title = document.title.replace(/^[^·]*/, `${table().score.replace("-", "–")} `);
    document.dispatchEvent(new CustomEvent("panel:shown", { detail: { fresh, html, stamp } }));
  }
})();
