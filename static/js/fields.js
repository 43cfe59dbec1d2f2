// A name that is there already is replaced by what is typed.
document.addEventListener("focusin", ({ target }) => target.matches("[data-select]") && target.select());
