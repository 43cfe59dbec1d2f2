// A tap of this phone is felt as a tick and, if it was set so, heard as a click; a trick comes from the seat that took
// it, and a score that changed counts up. With reduced motion both are in their places at once.
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

  const panel = document.getElementById("panel");
  if (!panel) return;
  const TICK = 12, STEPS = 8, PACE = 45, { sound, buzz } = document.documentElement.dataset;
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const taken = () => document.querySelectorAll(".tricks .taken");
  let before = figures(), timer = 0, tricks = taken().length, seat = null;

  let shining = 0;
  document.addEventListener("panel:shown", ({ detail: { fresh } }) => {
    if (!fresh) return;
    panel.classList.add("fresh");
    clearTimeout(shining);
    shining = setTimeout(() => panel.classList.remove("fresh"), 3000);
  });

  document.addEventListener("submit", ({ submitter }) => {
    if (!submitter?.dataset.tap) return;
    seat = submitter.matches(".seat") ? submitter.getBoundingClientRect() : null;
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
    const all = taken(), now = figures(), changed = [...now].filter(([side, points]) => before.has(side) && before.get(side) !== points);
    if (detail.fresh && !calm.matches && changed.length) count(changed.map(([side, points]) => [side, before.get(side), points]));
    if (detail.fresh && !calm.matches && all.length > tricks) arrive(all[all.length - 1]);
    before = now;
    tricks = all.length;
    seat = null;
  });
  function arrive(trick) {
    const to = trick.getBoundingClientRect();
    const from = seat ? `translate(${seat.x + (seat.width - to.width) / 2 - to.x}px, ${seat.y + (seat.height - to.height) / 2 - to.y}px)` : "scale(0)";
    trick.animate([{ transform: from }, { transform: "none" }], { duration: 320, easing: "ease-out" });
  }
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
