// The clock of a round counts down on this phone. The server said how much is left when it drew the
// page; at the end there is one sound, if the page was touched before.
(() => {
  "use strict";
  const SECOND = 1000; // ms
  const drawnAt = Date.now();
  let ended = false;

  function left(clock) {
    const seconds = Number(clock.dataset.left);
    if (clock.dataset.clock !== "running") return seconds;
    return seconds - Math.floor((Date.now() - (clock.drawnAt ?? drawnAt)) / SECOND);
  }
  function write() {
    for (const clock of document.querySelectorAll("[data-clock]")) {
      const seconds = left(clock);
      const minutes = Math.floor(Math.abs(seconds) / 60);
      const rest = String(Math.abs(seconds) % 60).padStart(2, "0");
      clock.textContent = `${seconds < 0 ? "−" : ""}${minutes}:${rest}`;
      if (clock.dataset.clock === "running" && seconds <= 0 && !ended) end();
    }
  }
  function end() {
    ended = true;
    if (!navigator.userActivation?.hasBeenActive) return;
    const sound = new AudioContext();
    const tone = sound.createOscillator();
    tone.connect(sound.destination);
    tone.start();
    tone.stop(sound.currentTime + 0.8);
  }
  document.addEventListener("htmx:afterSwap", () => {
    for (const clock of document.querySelectorAll("[data-clock]")) clock.drawnAt = Date.now();
  });
  setInterval(write, SECOND);
})();
