// A knock on the table for a call: one for truc, two for retruc. Only pages that everybody shares
// load it: the phone that lies flat, and a television. A browser plays nothing before the page was
// touched, so until then a small key asks for it. Any other touch will do as well.
(() => {
  "use strict";
  if (!window.AudioContext || document.documentElement.dataset.knock === "off") return;

  const PAUSE = 0.22; // seconds between two knocks
  const LENGTH = 0.12; // seconds of a knock
  // The pitch in Hz and the loudness of each tone of the wood. Phones play little of the lowest.
  const WOOD = [
    [180, 0.28],
    [430, 0.36],
    [950, 0.16],
  ];
  const HIT = [1400, 0.36]; // the same of the noise of the hit
  const context = new AudioContext();
  let touched = false; // then what is to be heard is heard as soon as the browser is ready

  function isSilent() {
    return !touched && context.state !== "running";
  }
  function offer() {
    for (const key of document.querySelectorAll("[data-sound]")) key.hidden = !isSilent();
  }
  function wake() {
    touched = true;
    context.resume();
    offer();
  }
  for (const kind of ["pointerup", "keydown"]) document.addEventListener(kind, wake, true);
  context.addEventListener("statechange", offer);

  // The hit is a burst of noise, and the wood sounds after it.
  function knock(at) {
    const noise = context.createBufferSource();
    noise.buffer = context.createBuffer(1, context.sampleRate * LENGTH, context.sampleRate);
    const samples = noise.buffer.getChannelData(0);
    for (let i = 0; i < samples.length; i++) {
      samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 6;
    }
    const [pitch, loud] = HIT;
    const hit = context.createBiquadFilter();
    hit.type = "bandpass";
    hit.frequency.value = pitch;
    noise.connect(hit).connect(level(at, loud));
    noise.start(at);
    for (const [pitch, loud] of WOOD) sound(at, pitch, loud);
  }
  function sound(at, pitch, loud) {
    const tone = context.createOscillator();
    tone.frequency.setValueAtTime(pitch, at);
    tone.frequency.exponentialRampToValueAtTime(pitch * 0.8, at + LENGTH);
    tone.connect(level(at, loud));
    tone.start(at);
    tone.stop(at + LENGTH);
  }
  function level(at, loud) {
    const gain = context.createGain();
    gain.gain.setValueAtTime(loud, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + LENGTH);
    gain.connect(context.destination);
    return gain;
  }

  document.addEventListener("panel:shown", ({ detail: { fresh } }) => {
    offer();
    const times = Number(document.getElementById("table").dataset.knocks ?? 0);
    if (!fresh || isSilent()) return;
    for (let i = 0; i < times; i++) knock(context.currentTime + i * PAUSE);
  });
  offer();
})();
