// Taps made by accident record nothing and say so: the bounce of a finger, and a touch on a button that was not to be
// seen there a moment before, because it had just come there, was covered, or was off the screen.
// Undo may be touched again and again. Only touches: a mouse does not bounce. The keyboard and programs (a click without a pointer) are never too quick.
(() => {
  "use strict";
  const panel = document.getElementById("panel");
  if (!panel) return;

  const WAIT = 300, AGAIN = 120, REST = 1500, KEPT = 3000, NEAR = 32, MOVED = 8, COVERS = ".shout, .phone-request, .alerts > *, [open] > :is(.drawer, .points-over, .steps, .leaf, nav)";
  const meanings = new WeakMap(), views = [{ at: 0, taps: [], covers: [] }];  // what lay where, each until the next one
  let down = { at: -WAIT }, last = { at: -WAIT }, frame = 0, dealt = -REST;

  // The meaning of a button includes the question it answers.
  function asked(button) { return button.matches(".good, .bad") ? panel.querySelector(".question h2")?.textContent : ""; }
  function meaning(button) {
    if (button && !meanings.has(button)) meanings.set(button, `${button.dataset.tap} ${truc.label(button)} ${asked(button)}`);
    return meanings.get(button) ?? "";
  }
  function tapped(event) { return event.target.closest?.("[data-tap]"); }
  function near(a, b) { return Math.hypot(a.x - b.x, a.y - b.y) < NEAR; }

  function boxes(kind) { return [...document.querySelectorAll(kind)].map((node) => ({ node, box: node.getBoundingClientRect() })); }
  function look() {
    cancelAnimationFrame(frame);
    frame = 0;
    const taps = boxes("[data-tap]");
    for (const { node } of taps) meaning(node);  // with the question of now
    views.push({ at: performance.now(), taps, covers: boxes(COVERS) });
    while (views[1]?.at < performance.now() - KEPT) views.shift();
  }
  function changed() { frame ||= requestAnimationFrame(look); }
  for (const kind of ["scroll", "resize", "toggle", "load"]) addEventListener(kind, changed, true);
  new MutationObserver(changed).observe(document.body, { subtree: true, childList: true, attributeFilter: ["hidden", "open"] });
  document.addEventListener("visibilitychange", () => {
    views.push({ at: performance.now(), taps: [], covers: [] });
    changed();
  });

  // Whether this button lay where it lies now, under nothing, in all that was seen from a moment before the touch on.
  function seen(button) {
    const { left, top } = button.getBoundingClientRect(), { x, y } = down;
    const same = ({ node, box }) => meaning(node) === meaning(button) && Math.hypot(box.left - left, box.top - top) < MOVED;
    const over = ({ box }) => box.left <= x && x <= box.right && box.top <= y && y <= box.bottom;
    return views.every(({ taps, covers }, number) => views[number + 1]?.at < down.at - WAIT ||
      taps.some((tap) => same(tap) && !covers.some((cover) => over(cover) && !cover.node.contains(tap.node))));
  }

  document.addEventListener("pointerdown", (event) => {
    down = { at: performance.now(), x: event.clientX, y: event.clientY, on: meaning(tapped(event)), touch: event.pointerType !== "mouse" };
  }, true);

  document.addEventListener("click", (event) => {
    if (event.detail === 0 || !down.touch) return;
    const button = tapped(event), tap = button?.dataset.tap, again = tap === "undo" && last.tap === tap;
    const bounced = button && down.at - last.at < (again ? AGAIN : WAIT) && near(down, last);
    const unseen = button ? !again && !seen(button) : down.on, asleep = button?.closest(".throw") && down.at - dealt < REST;
    if (button) last = { ...down, tap, at: performance.now() };
    if (!bounced && !unseen && !asleep) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    document.dispatchEvent(new CustomEvent("tap:quick"));
  }, true);
  // Folding rests after a hand: a second touch would fold the next one.
  document.addEventListener("panel:shown", ({ detail }) => {
    if (detail.fresh && "between" in document.getElementById("table").dataset) dealt = performance.now();
  });
  changed();
})();
