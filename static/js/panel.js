// The panel, which shows the state of the table. An older one never replaces a newer one; what was
// open or had the focus keeps it, and what is new is announced.
(() => {
  "use strict";
  const panel = document.getElementById("panel");
  writeTimes(document);
  if (!panel) return;

  const said = document.getElementById("said");

  // All times of the day are shown by the clock of this phone.
  function writeTimes(within) {
    for (const time of within.querySelectorAll("time[datetime]")) {
      time.textContent = truc.clock(time.dateTime);
    }
  }
  function table() {
    return document.getElementById("table").dataset;
  }
  // A stamp holds the number of taps, and of other changes at the same tap: "12.3".
  function parse(stamp) {
    return (stamp || "0.0").split(".").map(Number);
  }
  function newer(stamp) {
    const [version, revision] = parse(stamp);
    const [shownVersion, shownRevision] = parse(table().stamp);
    return version > shownVersion || (version === shownVersion && revision > shownRevision);
  }

  truc.panel = {
    code: () => table().code,
    match: () => table().match ?? table().code,
    stamp: () => table().stamp,
    key: () => panel.querySelector('[name="key"]').value,
    seen: () => panel.querySelector('[name="seen"]').value,
    button: (tap) => panel.querySelector(`[data-tap="${CSS.escape(tap)}"]`),
    newer,
    take(html, stamp) {
      whenFree(() => newer(stamp) && swap(html, stamp));
    },
    // Take the panel of a refusal, also if it shows the same version: its keys are fresh. The
    // strip says why the tap was refused, so the panel's own notice goes unless it `stays`.
    refused(html, stamp, stays) {
      whenFree(() => {
        if (parse(stamp)[0] >= parse(table().stamp)[0]) swap(html, stamp);
        if (!stays) for (const one of panel.querySelectorAll(".notice")) one.remove();
      });
    },
  };

  // `held.js` lets news wait while a finger is down. It comes a little later than this script.
  function whenFree(act) {
    if (truc.isHeld?.()) truc.afterwards(act);
    else act();
  }

  function swap(html, stamp) {
    document.dispatchEvent(new CustomEvent("panel:changing"));
    const [before] = parse(table().stamp);
    const bringBack = remember();
    htmx.swap(panel, html, { swapStyle: "innerHTML" });
    bringBack();
    const [now] = parse(table().stamp);
    announce();
    const detail = { fresh: now > before, html, stamp };
    document.dispatchEvent(new CustomEvent("panel:shown", { detail }));
  }

  // Remember what is open and what has the focus, and return how to bring it back.
  function remember() {
    const opened = [...panel.querySelectorAll("details[open][id]")].map(({ id }) => id);
    const focused = panel.contains(document.activeElement) && document.activeElement.dataset.tap;
    return () => {
      for (const id of opened) document.getElementById(id)?.setAttribute("open", "");
      if (!focused) return;
      const target = truc.panel.button(focused) ?? panel.querySelector("[open] > summary, .dock");
      target?.focus({ preventScroll: true });
    };
  }

  // Screen readers read what changes in #said; the title of the page begins with the score.
  function announce() {
    writeTimes(panel);
    const text = document.getElementById("news").textContent.replace(/\s+/g, " ").trim();
    if (said.textContent !== text) said.textContent = text;
    document.title = document.title.replace(/^[^·]*/, `${table().score.replace("-", "–")} `);
  }
})();
