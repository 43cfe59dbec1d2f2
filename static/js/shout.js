// A call of the other side fills the screen for a moment and shakes the phone; the server says on which phones.
// A touch takes it away and does nothing else.
(() => {
  "use strict";
  const LONG = 1500, BEATS = [90, 60, 160];
  let shown = null;
  document.addEventListener("panel:shown", ({ detail }) => {
    const shout = document.getElementById("shout");
    if (!shout || !detail.fresh || shout === shown) return;
    shown = shout;
    if ("shakes" in shout.dataset) navigator.vibrate?.(BEATS);
    if (!("fills" in shout.dataset)) return;
    shout.hidden = false;
    const away = () => { shout.hidden = true; };
    shout.addEventListener("click", away);
    setTimeout(away, LONG);
  });
})();
