// What was typed on a page is there again after its language was changed.
(() => {
  "use strict";
  const KEY = "typed", PICKED = /^(radio|checkbox)$/;
  const fields = () => [...document.querySelectorAll("main :is(input:not([type=hidden], [type=file]), textarea, select)")];
  const store = (act) => { try { return act(sessionStorage); } catch { return null; } };

  document.addEventListener("submit", ({ submitter }) => {
    if (submitter?.name !== "lang") return;
    const typed = fields().map((field) => PICKED.test(field.type) ? field.checked : field.value);
    store((kept) => kept.setItem(KEY, JSON.stringify({ at: location.pathname, typed })));
  });

  const { at, typed } = JSON.parse(store((kept) => kept.getItem(KEY)) ?? "{}"), here = fields();
  store((kept) => kept.removeItem(KEY));
  if (at !== location.pathname || typed.length !== here.length) return;
  here.forEach((field, place) => { field[PICKED.test(field.type) ? "checked" : "value"] = typed[place]; });
})();
