// The clock of a round counts down on this phone. The server said how much is left when it drew the
// clock; at the end there is one sound, if the page was touched before, or if it is a wall. Shortly
// before, the line over a table says what happens then.
(() => {
  "use strict";
  const SECOND = 1000; // ms
  const ENDING = 300; // seconds, as in clock.py
  const NEWS = 15; // seconds until a table asks whether its clock was started, paused or extended
  const said = document.getElementById("said"); // read out by screen readers
  const isWall = document.querySelector(".wall") !== null;
  let runs = false; // whether a sound is to come
  let asked = null; // stops the last fetch of the line if a newer one begins
  let sound = null; // made by a touch, because browsers let no other page be heard

  function left(clock) {
    clock.drawnAt ??= Date.now();
    const seconds = Number(clock.dataset.left);
    if (clock.dataset.clock !== "running") return seconds;
    return seconds - Math.floor((Date.now() - clock.drawnAt) / SECOND);
  }
  function write() {
    const clocks = [...document.querySelectorAll("[data-clock]")];
    for (const clock of clocks) {
      const seconds = left(clock);
      const minutes = Math.floor(Math.abs(seconds) / 60);
      const rest = String(Math.abs(seconds) % 60).padStart(2, "0");
      clock.textContent = `${seconds < 0 ? "−" : ""}${minutes}:${rest}`;
      clock.closest(".event")?.classList.toggle("ending", seconds < ENDING);
    }
    if (clocks.length) listen(clocks[0].dataset.clock, left(clocks[0]));
  }
  // The page may be drawn again just when the time is over: then the new clock is over already.
  function listen(state, seconds) {
    const isOver = seconds <= 0 && (state === "running" || state === "over");
    if (runs && isOver) end();
    runs = (state === "running" && seconds > 0) || (runs && state === "paused");
  }
  function unlock() {
    if (!document.querySelector("[data-clock]")) return;
    sound ??= new AudioContext();
    sound.resume();
  }
  function end() {
    if (!sound && !isWall && !navigator.userActivation?.hasBeenActive) return;
    sound ??= new AudioContext();
    const tone = sound.createOscillator();
    tone.connect(sound.destination);
    tone.start();
    tone.stop(sound.currentTime + 0.8);
  }
  async function renew() {
    const lines = document.querySelectorAll("[data-news].event"); // two on a phone that lies flat
    const line = lines[0];
    if (!line || document.hidden) return;
    asked?.abort();
    asked = new AbortController();
    try {
      const answer = await fetch(line.dataset.news, { signal: asked.signal });
      const drawn = await answer.text();
      const isOurs = answer.headers.has("X-Companion"); // or it is the page of a hot spot
      if (answer.status !== 200 || !isOurs) return;
      for (const each of lines) each.outerHTML = drawn;
      write();
      sayWhatWasDecided(line);
    } catch {
      // Without network the clock goes on by itself.
    }
  }
  function sayWhatWasDecided(before) {
    const now = document.querySelector(".event.decided")?.textContent;
    if (now && said && now !== before.textContent) said.textContent = now;
  }
  addEventListener("click", unlock);
  addEventListener("keydown", unlock);
  write();
  setInterval(write, SECOND);
  setInterval(renew, NEWS * SECOND);
  document.addEventListener("visibilitychange", renew);
  // The table is drawn again without a new tap when the organiser has decided something.
  document.addEventListener("panel:shown", ({ detail: { fresh } }) => fresh || renew());
})();
