// A call of the other side covers the table for a moment and makes the phone vibrate. The server
// says on which phones. The keys to answer are free; a touch on the call takes it away and does
// nothing else.
(() => {
  "use strict";
  const LONG = 1500; // ms for which it is there
  const BEATS = [90, 60, 160];
  let shown = null;
  document.addEventListener("panel:shown", ({ detail: { fresh } }) => {
    const shout = document.getElementById("shout");
    if (!shout || !fresh || shout === shown) return;
    shown = shout;
    if ("shakes" in shout.dataset) navigator.vibrate?.(BEATS);
    if ("fills" in shout.dataset) fill(shout);
  });
  function fill(shout) {
    const hide = () => {
      shout.hidden = true;
    };
    shout.hidden = false;
    shout.addEventListener("click", hide);
    setTimeout(hide, LONG);
  }
})();
