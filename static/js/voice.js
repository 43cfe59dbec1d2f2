// The voice of a phone that was set to speak: after each change it says the reason and the score,
// in the language of the page.
(() => {
  "use strict";
  if (!document.documentElement.dataset.voice || !window.speechSynthesis) return;

  let spoken = null; // the table that was spoken last
  function speak(text) {
    const speech = new SpeechSynthesisUtterance(text);
    speech.lang = document.documentElement.lang;
    speechSynthesis.cancel();
    speechSynthesis.speak(speech);
  }
  // Some phones speak only if a touch has let them.
  document.addEventListener("pointerdown", () => speak(""), { once: true });
  document.addEventListener("panel:shown", ({ detail: { fresh } }) => {
    const table = document.getElementById("table");
    if (!fresh || !table.dataset.say || table === spoken) return;
    spoken = table;
    speak(table.dataset.say);
  });
})();
