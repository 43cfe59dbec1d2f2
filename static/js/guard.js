// Touches by accident record nothing, and the page says so. Three kinds are refused: the bounce of
// a finger, or its second touch where another key lies by now; a touch on a button that a moment
// ago was not to be seen there (it has just come, was covered, or was off the screen); and folding
// right after a hand. Undo and redo lie where they always do and harm nothing, so only their bounce
// is refused. A mouse does not bounce, and a click without a pointer (keyboard, programs) is never
// too quick.
(() => {
  "use strict";
  const panel = document.getElementById("panel");
  if (!panel) return;

  // All in milliseconds.
  const WAIT = 300; // between two touches in the same spot, and before a new button counts
  const OTHER = 700; // the same, if another key has come there meanwhile
  const AGAIN = 120; // between two touches of undo, or of redo
  const REST = 1500; // after a hand, before folding counts
  const KEPT = 3000; // how long it is remembered what lay where
  // In pixels.
  const NEAR = 32; // two touches closer than this are in the same spot
  const MOVED = 8; // a button that moved less than this lies where it was
  const COVERS = [
    ".shout",
    ".phone-request",
    ".alerts > *",
    "[open] > :is(.drawer, .points-over, .steps, .leaf, .more, nav)",
  ].join();
  const meanings = new WeakMap(); // of each button, as it was when it was first seen
  const views = []; // what lay where, each until the next one
  let down = { at: -WAIT }; // the touch that began last
  let last = { at: -WAIT }; // the last touch of a button
  let dealt = -REST; // when the last hand ended
  let frame = 0;

  // The meaning of a button includes the question it answers.
  function meaning(button) {
    if (!button) return "";
    if (!meanings.has(button)) {
      const { tap } = button.dataset;
      meanings.set(button, `${tap} ${truc.label(button)} ${question(button)}`);
    }
    return meanings.get(button);
  }
  function question(button) {
    if (!button.matches(".good, .bad")) return "";
    return panel.querySelector(".question h2")?.textContent;
  }
  function tapped(event) {
    return event.target.closest?.("[data-tap]");
  }
  function near(a, b) {
    return Math.hypot(a.x - b.x, a.y - b.y) < NEAR;
  }

  // Remember what lies where, once a frame, whenever something may have moved.
  function look() {
    cancelAnimationFrame(frame);
    frame = 0;
    const taps = boxes("[data-tap]");
    for (const { node } of taps) meaning(node); // remembers it with the question of now
    views.push({ at: performance.now(), taps, covers: boxes(COVERS) });
    while (views[1]?.at < performance.now() - KEPT) views.shift();
  }
  function boxes(selector) {
    const nodes = [...document.querySelectorAll(selector)];
    return nodes.map((node) => ({ node, box: node.getBoundingClientRect() }));
  }
  function changed() {
    frame ||= requestAnimationFrame(look);
  }
  for (const kind of ["scroll", "resize", "toggle", "load"]) addEventListener(kind, changed, true);
  new MutationObserver(changed).observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ["hidden", "open"],
  });
  // This script comes seconds after the page: what it finds has been there.
  look();
  views[0].at = 0;
  document.addEventListener("visibilitychange", () => {
    views.push({ at: performance.now(), taps: [], covers: [] });
    changed();
  });

  // Whether this button has lain where it lies now, uncovered, since WAIT before the touch began.
  function wasSeen(button) {
    const place = button.getBoundingClientRect();
    const since = down.at - WAIT;
    const recent = views.filter((_, number) => !(views[number + 1]?.at < since));
    return recent.every(({ taps, covers }) => {
      const there = taps.filter((tap) => isSame(tap, button, place));
      return there.some((tap) => !covers.some((cover) => hides(cover, tap)));
    });
  }
  function isSame({ node, box }, button, place) {
    const moved = Math.hypot(box.left - place.left, box.top - place.top);
    return meaning(node) === meaning(button) && moved < MOVED;
  }
  function hides({ node, box }, tap) {
    const across = box.left <= down.x && down.x <= box.right;
    const along = box.top <= down.y && down.y <= box.bottom;
    return across && along && !node.contains(tap.node);
  }

  function remember(event) {
    down = {
      button: tapped(event),
      at: performance.now(),
      x: event.clientX,
      y: event.clientY,
      on: meaning(tapped(event)),
      touch: event.pointerType !== "mouse",
    };
  }
  function check(event) {
    if (event.detail === 0 || !down.touch) return;
    const button = tapped(event);
    const accident = button ? byAccident(button) : down.on; // the button left under the finger
    if (button) last = { ...down, tap: button.dataset.tap, at: performance.now() };
    if (!accident) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    document.dispatchEvent(new CustomEvent("tap:quick"));
  }
  function isUndo(tap) {
    return /^(un|re)do\b/.test(tap);
  }
  function pause(button) {
    if (isUndo(button.dataset.tap)) return isUndo(last.tap) ? AGAIN : WAIT;
    return meaning(button) === last.on ? WAIT : OTHER;
  }
  function byAccident(button) {
    const undoes = isUndo(button.dataset.tap);
    const bounced = down.at - last.at < pause(button) && near(down, last);
    const resting = button.closest(".throw") && down.at - dealt < REST;
    return bounced || resting || (!undoes && !wasSeen(button));
  }
  // A mouse button that was held while its key went away clicks nothing, and the page says why.
  function checkMouse() {
    if (down.touch || down.button?.isConnected !== false) return;
    document.dispatchEvent(new CustomEvent("tap:quick"));
  }
  document.addEventListener("pointerdown", remember, true);
  document.addEventListener("pointerup", checkMouse, true);
  document.addEventListener("click", check, true);

  // After a hand a second touch would fold the next one.
  document.addEventListener("panel:shown", ({ detail: { fresh } }) => {
    const between = "between" in document.getElementById("table").dataset;
    if (fresh && between) dealt = performance.now();
  });
})();
