// Wet fingers: a bounce, and a touch that came down on a button which had only just appeared there, record nothing.
// Only touches: a mouse does not bounce. The keyboard and programs (a click without a pointer) are never too quick.
(() => {
  "use strict";
  const panel = document.getElementById("panel");
  if (!panel) return;

  const WAIT = 300, NEAR = 32;
  let down = { at: -WAIT, x: 0, y: 0 }, last = { at: -WAIT, x: 0, y: 0 }, changed = -WAIT, lay = [];

  function meaning(button) { return button ? `${button.dataset.tap} ${truc.label(button)}` : ""; }
  function tapped(event) { return event.target.closest?.("[data-tap]"); }
  function near(a, b) { return Math.hypot(a.x - b.x, a.y - b.y) < NEAR; }

  document.addEventListener("panel:changing", () => {
    changed = performance.now();
    lay = [...panel.querySelectorAll("[data-tap]")].map((button) => ({ meaning: meaning(button), box: button.getBoundingClientRect() }));
  });
  function layAt({ x, y }) {
    return lay.find(({ box }) => box.left <= x && x <= box.right && box.top <= y && y <= box.bottom)?.meaning ?? "";
  }

  document.addEventListener("pointerdown", (event) => {
    down = { at: performance.now(), x: event.clientX, y: event.clientY, on: meaning(tapped(event)), touch: event.pointerType !== "mouse" };
  }, true);

  document.addEventListener("click", (event) => {
    if (event.detail === 0 || !down.touch) return;
    const now = meaning(tapped(event)), bounced = now && down.at - last.at < WAIT && near(down, last);
    const replaced = down.at - changed < WAIT && now !== (changed > down.at ? down.on : layAt(down)) && (now || down.on);
    if (now) last = { ...down, at: performance.now() };
    if (!bounced && !replaced) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    document.dispatchEvent(new CustomEvent("tap:quick"));
  }, true);
})();
