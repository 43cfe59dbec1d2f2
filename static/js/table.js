// The page of a table: its taps go into the queue instead of to the server.
(() => {
  "use strict";
  const panel = document.getElementById("panel");
  for (const field of document.querySelectorAll("[data-script]")) field.disabled = false;
  document.querySelector("form[data-submit-at-once]")?.requestSubmit();
  if (!panel) return;
  // The answer to taking a seat is the table itself. Its own address is set here, for a reload.
  if (!location.pathname.startsWith(truc.page("t/"))) {
    history.replaceState(null, "", truc.page(`t/${truc.panel.code()}`));
  }

  // Set if the table had moved on before this page was opened: `follow.js` does not follow it then.
  truc.movedBefore = document.getElementById("table").dataset.moved;

  // Queue a tap together with what was on the screen. `button` is the data-tap of its button,
  // `tap` is the same with a typed number.
  truc.tap = (button, tap, label) => {
    const key = `${truc.panel.key()}-${tap.replace(/[^a-z0-9-]/g, "_")}`;
    truc.queue.add({ button, tap, label, key, seen: truc.panel.seen(), at: Date.now() });
  };

  document.addEventListener("submit", (event) => {
    if (!event.target.matches('form[action$="/taps"]')) return;
    event.preventDefault();
    if (!event.submitter?.dataset.tap) return;
    dropRead();
    queueTap(event.submitter);
  });
  // Whoever taps again has read why the last tap was refused, unless that came late.
  function dropRead() {
    for (const tap of truc.queue.refused()) {
      if (!tap.late) truc.queue.drop(tap);
    }
  }
  function queueTap(button) {
    const { tap } = button.dataset;
    const label = truc.label(button);
    const number = typedNumber(button);
    const reason = chosenReason(button);
    if (number) truc.tap(tap, tap.replace("*", number) + reason, `${label} ${number}`);
    else truc.tap(tap, tap + reason, label);
  }
  // A correction takes along the reason that was chosen for it, if one was.
  function chosenReason(button) {
    if (!/^(fix|void)/.test(button.dataset.tap)) return "";
    const reason = button.closest(".points-over")?.querySelector(".reason")?.value;
    return reason ? `,${reason}` : "";
  }
  function typedNumber(button) {
    const field = button.closest(".typed")?.querySelector("input");
    return field ? field.value.trim().replace(/^\+/, "") : "";
  }

  // The buttons of taps that wait to be saved are marked.
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
