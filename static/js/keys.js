// Keys of a keyboard or of a presenter's remote, on a phone or computer that was set to have them.
// Each key stands for a button of the page, so it records what a touch on that button would.
(() => {
  "use strict";
  const panel = document.getElementById("panel");
  const list = document.getElementById("keys-shown");
  if (!panel || !list) return;

  // Remotes send Page Up and Page Down, some of them arrows, a full stop or B for a black screen,
  // and F5 or Escape for the beginning and the end of a presentation.
  const KEYS = {
    PageDown: "us",
    ArrowRight: "us",
    ArrowDown: "us",
    PageUp: "them",
    ArrowLeft: "them",
    ArrowUp: "them",
    ".": "tied",
    b: "tied",
    Backspace: "undo",
    Delete: "undo",
    F5: "undo",
    Escape: "undo",
    "+": "more-us",
    "-": "less-us",
    "*": "more-them",
    "/": "less-them",
  };
  const WON = '.seat[name="tap"]';

  function ours() {
    return panel.querySelector(".place.bottom");
  }
  function sideOf(place) {
    return [...place.classList].find((name) => name.startsWith("side-"));
  }
  function theirs() {
    const side = sideOf(ours());
    return [...panel.querySelectorAll(".place")].find((place) => sideOf(place) !== side);
  }
  function seatOf(place) {
    return place?.querySelector(WON);
  }
  function points(place, more) {
    const side = sideOf(place).slice("side-".length);
    return panel.querySelector(`[data-tap="fix@${side}=${more}"]`);
  }
  const BUTTONS = {
    us: () => seatOf(ours()),
    them: () => seatOf(theirs()),
    tied: () => panel.querySelector('.middle > [data-tap^="tied"]'),
    undo: () => panel.querySelector('[data-tap="undo"]'),
    "more-us": () => points(ours(), 1),
    "less-us": () => points(ours(), -1),
    "more-them": () => points(theirs(), 1),
    "less-them": () => points(theirs(), -1),
  };

  function isTyping({ target }) {
    return target.closest?.("input:not([type=hidden]), textarea, select, [contenteditable]");
  }
  function meansSomethingElse(event) {
    const isOpen = document.querySelector("details[data-over][open]");
    return (
      event.ctrlKey || event.altKey || event.metaKey || isTyping(event) ||
      (event.key === "Escape" && isOpen)
    );
  }
  document.addEventListener("keydown", (event) => {
    if (meansSomethingElse(event)) return;
    if (event.key === "?") {
      event.preventDefault();
      list.showModal();
      return;
    }
    const name = KEYS[event.key] ?? KEYS[event.key.toLowerCase()];
    if (!name) return;
    event.preventDefault();
    if (event.repeat) return;
    if (list.open) {
      list.close(); // a remote has no other way to close it
      return;
    }
    const button = ours() && BUTTONS[name]();
    if (button && !button.disabled) button.click();
    else list.showModal();
  });
})();
