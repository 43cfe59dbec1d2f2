// Taps of the table page go into the queue instead of to the server, and a table that has got a new code is followed.
(() => {
  "use strict";
  const panel = document.getElementById("panel");
  for (const field of document.querySelectorAll("[data-script]")) field.disabled = false;
  document.querySelector("form[data-submit-at-once]")?.requestSubmit();
  if (!panel) return;
  // A seat that was taken is answered with its table at once; this is where that page lives, also for a reload.
  if (!location.pathname.startsWith(truc.page("t/"))) history.replaceState(null, "", truc.page(`t/${truc.panel.code()}`));

  const before = document.getElementById("table").dataset.moved;  // whoever comes to an old table may look at it

  // A tap with what was on the screen when it was made; `button` is its data-tap, `tap` the same with a typed number.
  truc.tap = (button, tap, label) => {
    const key = `${truc.panel.key()}-${tap.replace(/[^a-z0-9-]/g, "_")}`;
    truc.queue.add({ button, tap, label, key, seen: truc.panel.seen(), at: Date.now() });
  };

  document.addEventListener("submit", (event) => {
    if (!event.target.matches('form[action$="/taps"]')) return;
    event.preventDefault();
    if (!event.submitter?.dataset.tap) return;
    for (const tap of truc.queue.refused()) if (!tap.late) truc.queue.drop(tap);  // has been read: one goes on
    const { tap } = event.submitter.dataset, label = truc.label(event.submitter), number = typed(event.submitter);
    truc.tap(tap, number ? tap.replace("*", number) : tap, number ? `${label} ${number}` : label);
  });
  function typed(button) {
    const field = button.closest(".typed")?.querySelector("input");
    return field ? field.value.trim().replace(/^\+/, "") : "";
  }

  document.addEventListener("panel:shown", () => {
    const code = truc.panel.code(), { moved } = document.getElementById("table").dataset;
    if (moved && !before && !truc.queue.waiting().length) location.assign(moved);
    if (location.pathname.includes(code)) return;
    location.replace(location.pathname.replace(/\/t\/[^/]+/, `/t/${code}`));
  });

  function mark() {
    const waiting = new Set(truc.queue.waiting().map((tap) => tap.button));
    for (const button of panel.querySelectorAll("[name=tap]")) {
      button.classList.toggle("saving", waiting.has(button.value));
      button.dataset.saving = truc.say("saving");
    }
  }
  for (const kind of ["queue:changed", "panel:shown"]) document.addEventListener(kind, mark);

  truc.queue.send();
})();
