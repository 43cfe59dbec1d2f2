// Pages with forms: every answer of the server is shown, refusals too. If there is no network, the
// page is loaded again, and the browser says why; what was typed is kept for then.
htmx.config.responseHandling = [
  { code: "204", swap: false },
  { code: "...", swap: true },
];
document.addEventListener("htmx:sendError", ({ detail }) => {
  if (!detail.elt.matches("form, form *, a")) return;
  truc.keepTyped?.();
  location.reload();
});
// What a phone was just set to shows at once.
document.addEventListener("look", ({ detail }) => {
  for (const name of ["theme", "contrast", "text"]) {
    document.documentElement.dataset[name] = detail[name] ?? "";
  }
});
// A name that is already in a field is selected, so that typing replaces it. A click moves the
// cursor after the focus came, so it selects the name again, at once: no letter that was typed in
// between is lost.
(() => {
  let fresh = null; // the field that has just got the focus, until something is typed
  document.addEventListener("focusin", ({ target }) => {
    fresh = target.matches("[data-select]") ? target : null;
    fresh?.select();
  });
  document.addEventListener("click", ({ target }) => {
    if (target === fresh) target.select();
    fresh = null;
  });
  document.addEventListener("input", () => {
    fresh = null;
  });
})();
