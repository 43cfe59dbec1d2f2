// What was typed on a page is there again after its language was changed, or after it was loaded
// again because there was no network (`forms.js`).
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

  truc.keepTyped = () => {
    const typed = fields().map((field) => field[property(field)]);
    try {
      sessionStorage.setItem(KEY, JSON.stringify({ at: location.pathname, typed }));
    } catch {
      // There is no store: the fields will be as the server fills them.
    }
  };
  function read() {
    try {
      return JSON.parse(sessionStorage.getItem(KEY));
    } catch {
      return null;
    }
  }

  document.addEventListener("submit", ({ submitter }) => {
    if (submitter?.name === "lang") truc.keepTyped();
  });

  const kept = read();
  const here = fields();
  // Without network another page may be shown at this address: the text waits for the right one.
  if (kept?.at === location.pathname && kept.typed.length !== here.length) return;
  if (kept) sessionStorage.removeItem(KEY);
  if (kept?.at !== location.pathname) return;
  here.forEach((field, place) => {
    field[property(field)] = kept.typed[place];
  });
})();
