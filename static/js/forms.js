// Every answer of the server is shown, refusals too; without network the page is loaded again, and the browser says why.
htmx.config.responseHandling = [{ code: "204", swap: false }, { code: "...", swap: true }];
document.addEventListener("htmx:sendError", ({ detail }) => detail.elt.matches("form, form *, a") && location.reload());
// What a phone was just set to.
document.addEventListener("look", ({ detail }) => {
  for (const name of ["theme", "contrast", "text"]) document.documentElement.dataset[name] = detail[name] ?? "";
});
// A name that is there already is replaced by what is typed. A click sets the cursor after the focus came: selected again,
// at once, so that no letter typed meanwhile is lost.
(() => {
  let fresh = null;  // the field that has just got the focus, until something is typed
  document.addEventListener("focusin", ({ target }) => {
    fresh = target.matches("[data-select]") ? target : null;
    fresh?.select();
  });
  document.addEventListener("click", ({ target }) => {
    if (target === fresh) target.select();
    fresh = null;
  });
  document.addEventListener("input", () => { fresh = null; });
})();
