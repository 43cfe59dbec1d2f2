// A finger that bounces on a key, or touches a second time where another key is by now, records
// nothing. Undo and redo keep their place and do no harm, so only their bounce is refused. A mouse
// does not bounce, and a click without a pointer (keyboard, programs) is never too quick. This
// script comes with the first key; `guard.js` adds the other accidents a little later.
(() => {
  "use strict";
  const panel = document.getElementById("panel");
  if (!panel) return;

  // All in milliseconds.
  const WAIT = 300; // between two touches in the same spot
  const OTHER = 700; // the same, if another key has come there meanwhile
  const AGAIN = 120; // between two touches of undo, or of redo
  const NEAR = 32; // two touches closer than this (in pixels) are in the same spot
  let down = { at: -WAIT }; // the touch that began last
  let last = down; // the last touch of a button

  // The meaning of a button includes the question it answers.
  function meaning(button) {
    const asked = button.matches(".good, .bad") && panel.querySelector(".question h2");
    return `${button.dataset.tap} ${truc.label(button)} ${asked?.textContent}`;
  }
  function tapped(event) {
    return event.target.closest?.("[data-tap]");
  }
  function isUndo(button) {
    return /^(un|re)do\b/.test(button.dataset.tap);
  }
  function pause(button) {
    if (isUndo(button)) return last.undoes ? AGAIN : WAIT;
    return meaning(button) === last.on ? WAIT : OTHER;
  }
  function bounced(button) {
    const near = Math.hypot(down.x - last.x, down.y - last.y) < NEAR;
    return near && down.at - last.at < pause(button);
  }
  function byAccident(button) {
    return bounced(button) || (!isUndo(button) && truc.guard?.(button, down));
  }

  function remember(event) {
    const { clientX: x, clientY: y, pointerType } = event;
    const button = tapped(event);
    const on = button && meaning(button);
    down = { at: performance.now(), x, y, on, touch: pointerType !== "mouse" };
  }
  function check(event) {
    if (event.detail === 0 || !down.touch) return;
    const button = tapped(event);
    let accident = down.on; // if there is no button now, the one under the finger has gone
    if (button) {
      accident = byAccident(button);
      last = { ...down, undoes: isUndo(button), at: performance.now() };
    }
    if (!accident) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    document.dispatchEvent(new CustomEvent("tap:quick"));
  }
  document.addEventListener("pointerdown", remember, true);
  document.addEventListener("click", check, true);

  truc.meaning = meaning;
})();
