// What was typed on a page is there again after its language was changed, or after it was loaded
// again because there was no network (`forms.js`).
(() => {
  "use strict";
  const KEY = "typed";
  // A choice with a trigger has the form drawn for it. It would not fit the form of a new page.
  const NOT_KEPT = "[type=hidden], [type=file], [hx-trigger=change]";
  const FIELDS = `main :is(input, textarea, select):not(${NOT_KEPT})`;

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

  fill();
  function fill() {
    const kept = read();
    if (!kept) return;
    const isHere = kept.at === location.pathname;
    const here = fields();
    // Without network another page may be shown at this address: the text waits for the right one.
    if (isHere && kept.typed.length !== here.length) return;
    sessionStorage.removeItem(KEY);
    if (!isHere) return;
    here.forEach((field, place) => {
      if (!hasNewText(field)) field[property(field)] = kept.typed[place];
    });
  }
  // Whether something was typed before this script came: it comes seconds after the page.
  function hasNewText(field) {
    const isText = field.matches("input, textarea") && property(field) === "value";
    return isText && field.value !== field.defaultValue;
  }
})();
