// What a tap and its result feel like: a tick of this phone, a click if it was set so, a trick
// that comes from the seat that took it, a score that counts up and a side that lights up, and the
// dealer's chip that slides to the next dealer. With reduced motion nothing moves. A button for the
// full screen is offered if the browser has it.
(() => {
  "use strict";
  for (const kind of ["load", "panel:shown"]) addEventListener(kind, offerFullScreen, true);
  offerFullScreen();
  document.addEventListener("click", ({ target }) => {
    if (!target.closest?.("[data-full]")) return;
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen();
  });
  function offerFullScreen() {
    for (const button of document.querySelectorAll("[data-full]")) {
      button.hidden = !document.fullscreenEnabled;
    }
  }

  const panel = document.getElementById("panel");
  if (!panel) return;
  const TICK = 12; // ms of vibration
  const STEPS = 8; // of a score that counts up
  const PACE = 45; // ms a step
  const FLIGHT = 600; // ms of points on their way to the score
  const SLIDE = 500; // ms of the dealer's chip on its way to the next dealer
  const SHINE = 3000; // ms for which a new panel is marked as fresh
  const { sound, buzz } = document.documentElement.dataset;
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let before = readFigures();
  let chip = findChip();
  let tricks = takenTricks().length;
  let seat = null; // where the seat lay that was tapped last
  let counting = 0;
  let shining = 0;

  document.addEventListener("panel:shown", ({ detail: { fresh } }) => {
    if (!fresh) return;
    panel.classList.add("fresh");
    clearTimeout(shining);
    shining = setTimeout(() => panel.classList.remove("fresh"), SHINE);
  });

  document.addEventListener("submit", ({ submitter }) => {
    if (!submitter?.dataset.tap) return;
    seat = submitter.matches(".seat") ? submitter.getBoundingClientRect() : null;
    if (buzz !== "off") navigator.vibrate?.(TICK);
    if (sound === "on") click();
  });
  function click() {
    const context = new AudioContext();
    const tone = context.createOscillator();
    const level = context.createGain();
    level.gain.setValueAtTime(0.08, context.currentTime);
    level.gain.exponentialRampToValueAtTime(0.001, context.currentTime + 0.06);
    tone.frequency.value = 660;
    tone.connect(level).connect(context.destination);
    tone.start();
    tone.stop(context.currentTime + 0.06);
    tone.onended = () => context.close();
  }

  document.addEventListener("panel:shown", ({ detail: { fresh } }) => {
    const taken = takenTricks();
    const now = readFigures();
    if (fresh && !calm.matches) {
      countUp(changes(before, now));
      if (taken.length > tricks) moveFromSeat(taken[taken.length - 1]);
      flyIntoScore();
      slideChip();
    }
    before = now;
    chip = findChip();
    tricks = taken.length;
    seat = null;
  });

  function takenTricks() {
    return document.querySelectorAll(".tricks .taken");
  }
  // The points by side, as the page shows them.
  function readFigures() {
    const figures = new Map();
    for (const node of document.querySelectorAll("[data-count]")) {
      figures.set(node.dataset.count, Number(node.textContent));
    }
    return figures;
  }
  function changes(before, now) {
    return [...now]
      .map(([side, points]) => ({ side, from: before.get(side), to: points }))
      .filter(({ from, to }) => from !== undefined && from !== to);
  }

  function moveFromSeat(trick) {
    const to = trick.getBoundingClientRect();
    let from = "scale(0)";
    if (seat) {
      const x = seat.x + (seat.width - to.width) / 2 - to.x;
      const y = seat.y + (seat.height - to.height) / 2 - to.y;
      from = `translate(${x}px, ${y}px)`;
    }
    const way = [{ transform: from }, { transform: "none" }];
    trick.animate(way, { duration: 320, easing: "ease-out" });
  }

  // Where the dealer's chip lies, and who has it.
  function findChip() {
    const { dealer } = document.getElementById("table").dataset;
    return { dealer, box: document.querySelector(".ring .chip")?.getBoundingClientRect() };
  }
  function slideChip() {
    const now = findChip();
    if (now.dealer === chip.dealer || !now.box || !chip.box) return;
    const node = document.querySelector(".ring .chip");
    const turned = getComputedStyle(node.parentNode).rotate === "180deg" ? -1 : 1;
    const x = (chip.box.x - now.box.x) * turned;
    const y = (chip.box.y - now.box.y) * turned;
    const way = [{ translate: `${x}px ${y}px` }, { translate: "none" }];
    node.animate(way, { duration: SLIDE, easing: "ease-in-out" });
  }

  // What was paid flies from the band to the figure of its side, which lights up. A phone that lies
  // flat shows both at each end.
  function flyIntoScore() {
    for (const gain of document.querySelectorAll(".plus[data-for]")) {
      const end = gain.closest(".end") ?? panel;
      const figure = end.querySelector(`[data-count="${gain.dataset.for}"]`);
      if (!figure) continue;
      fly(gain, gain.getBoundingClientRect(), figure.getBoundingClientRect());
      figure.closest(".half").classList.add("lit");
    }
  }
  function fly(gain, from, to) {
    const copy = gain.cloneNode(true);
    copy.classList.add("flies");
    copy.setAttribute("aria-hidden", "true");
    panel.append(copy);
    const start = `translate(${from.x}px, ${from.y}px)`;
    const end = `translate(${to.x + to.width / 2}px, ${to.y + to.height / 2}px) scale(0.4)`;
    const way = [{ transform: start }, { transform: end, opacity: 0.4 }];
    const flight = copy.animate(way, { duration: FLIGHT, easing: "ease-in" });
    flight.onfinish = () => copy.remove();
  }

  function countUp(changed) {
    if (!changed.length) return;
    clearInterval(counting);
    let step = 0;
    counting = setInterval(() => {
      step += 1;
      for (const { side, from, to } of changed) {
        write(side, Math.round(from + ((to - from) * step) / STEPS));
      }
      if (step >= STEPS) clearInterval(counting);
    }, PACE);
  }
  function write(side, points) {
    for (const node of document.querySelectorAll(`[data-count="${side}"]`)) {
      node.textContent = points;
    }
  }
})();
