// What was typed on a page is there again after its language was changed.
(() => {
  "use strict";
  const KEY = "typed";
  const FIELDS = "main :is(input:not([type=hidden], [type=file]), textarea, select)";

  function fields() {
    return [...document.querySelectorAll(FIELDS)];
  }
  // What a field holds: whether it is chosen, or its text.
  function property(field) {
    return /^(radio|checkbox)$/.test(field.type) ? "checked" : "value";
  }

  function keep() {
    const typed = fields().map((field) => field[property(field)]);
    try {
      sessionStorage.setItem(KEY, JSON.stringify({ at: location.pathname, typed }));
    } catch {
      // There is no store: the fields will be as the server fills them.
    }
  }
  function takeOut() {
    try {
      const kept = sessionStorage.getItem(KEY);
      sessionStorage.removeItem(KEY);
      return JSON.parse(kept) ?? {};
    } catch {
      return {};
    }
  }

  document.addEventListener("submit", ({ submitter }) => {
    if (submitter?.name === "lang") keep();
  });

  const { at, typed } = takeOut();
  const here = fields();
  if (at !== location.pathname || typed.length !== here.length) return;
  here.forEach((field, place) => {
    field[property(field)] = typed[place];
  });
})();
