// One's own tap is felt: a tick of the phone, if it was asked for a click too; and a score that changed counts up.
// Reduced motion: the new score is there at once.
(() => {
  "use strict";
  for (const kind of ["load", "panel:shown"]) addEventListener(kind, offerFullScreen, true);
  offerFullScreen();
  document.addEventListener("click", ({ target }) => {
    if (!target.closest?.("[data-full]")) return;
    if (document.fullscreenElement) document.exitFullscreen(); else document.documentElement.requestFullscreen();
  });
  function offerFullScreen() {
    for (const button of document.querySelectorAll("[data-full]")) button.hidden = !document.fullscreenEnabled;
  }

  if (!document.getElementById("panel")) return;
  const TICK = 12, STEPS = 8, PACE = 45, { sound, buzz } = document.documentElement.dataset;
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let before = figures(), timer = 0;

  document.addEventListener("submit", ({ submitter }) => {
    if (!submitter?.dataset.tap) return;
    if (buzz !== "off") navigator.vibrate?.(TICK);
    if (sound === "on") click();
  });
  function click() {
    const context = new AudioContext(), tone = context.createOscillator(), level = context.createGain();
    level.gain.setValueAtTime(.08, context.currentTime);
    level.gain.exponentialRampToValueAtTime(.001, context.currentTime + .06);
    tone.frequency.value = 660;
    tone.connect(level).connect(context.destination);
    tone.start();
    tone.stop(context.currentTime + .06);
    tone.onended = () => context.close();
  }

  function figures() { return new Map([...document.querySelectorAll("[data-count]")].map((node) => [node.dataset.count, Number(node.textContent)])); }
  document.addEventListener("panel:shown", ({ detail }) => {
    const now = figures(), changed = [...now].filter(([side, points]) => before.has(side) && before.get(side) !== points);
    if (detail.fresh && !calm.matches && changed.length) count(changed.map(([side, points]) => [side, before.get(side), points]));
    before = now;
  });
  function count(changed) {
    clearInterval(timer);
    let step = 0;
    timer = setInterval(() => {
      step += 1;
      for (const [side, from, to] of changed) {
        for (const node of document.querySelectorAll(`[data-count="${side}"]`)) node.textContent = Math.round(from + (to - from) * step / STEPS);
      }
      if (step >= STEPS) clearInterval(timer);
    }, PACE);
  }
})();
