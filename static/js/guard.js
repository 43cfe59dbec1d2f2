// Accidents beside the bounce of a finger (`bounce.js`): a touch on a button that could not be seen
// there a moment ago (it has just come, was covered, or was off the screen), and folding right
// after a hand. Undo and redo keep their place and do no harm.
(() => {
  "use strict";
  const panel = document.getElementById("panel");
  if (!panel) return;

  // All in milliseconds.
  const SEEN = 300; // for so long a new button does not count
  const REST = 1500; // after a hand, before folding counts
  const KEPT = 3000; // how long it is remembered what lay where
  const MOVED = 8; // a button that moved less than this (in pixels) lies where it was
  const COVERS = [
    ".shout",
    ".phone-request",
    ".alerts > *",
    "[open] > :is(.drawer, .points-over, .steps, .leaf, .more, nav)",
  ].join();
  const meanings = new WeakMap(); // of each button, as it was when it was first seen
  const views = []; // what lay where, each until the next one
  let pressed = null; // the button under the mouse when its key went down
  let dealt = -REST; // when the last hand ended
  let frame = 0;

  function meaning(button) {
    if (!meanings.has(button)) meanings.set(button, truc.meaning(button));
    return meanings.get(button);
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

  // Whether this button has lain where it lies now, uncovered, since SEEN before the touch began.
  function wasSeen(button, down) {
    const place = button.getBoundingClientRect();
    const since = down.at - SEEN;
    const recent = views.filter((_, number) => !(views[number + 1]?.at < since));
    return recent.every(({ taps, covers }) => {
      const there = taps.filter((tap) => isSame(tap, button, place));
      return there.some((tap) => !covers.some((cover) => hides(cover, tap, down)));
    });
  }
  function isSame({ node, box }, button, place) {
    const moved = Math.hypot(box.left - place.left, box.top - place.top);
    return meaning(node) === meaning(button) && moved < MOVED;
  }
  function hides({ node, box }, tap, { x, y }) {
    const across = box.left <= x && x <= box.right;
    const along = box.top <= y && y <= box.bottom;
    return across && along && !node.contains(tap.node);
  }

  // Whether the touch that began with `down` is on this button by accident.
  truc.guard = (button, down) => {
    const resting = button.closest(".throw") && down.at - dealt < REST;
    return resting || !wasSeen(button, down);
  };

  // A mouse button that was held while its key went away clicks nothing, and the page says why.
  document.addEventListener(
    "pointerdown",
    ({ target, pointerType }) => {
      pressed = pointerType === "mouse" ? target.closest?.("[data-tap]") : null;
    },
    true,
  );
  document.addEventListener(
    "pointerup",
    () => {
      if (pressed?.isConnected === false) document.dispatchEvent(new CustomEvent("tap:quick"));
    },
    true,
  );

  // After a hand a second touch would fold the next one.
  document.addEventListener("panel:shown", ({ detail: { fresh } }) => {
    const between = "between" in document.getElementById("table").dataset;
    if (fresh && between) dealt = performance.now();
  });
})();
