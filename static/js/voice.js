// The voice of a phone that was asked for one: the reason and the score after each change, in the language of the page.
(() => {
  "use strict";
  if (document.documentElement.dataset.voice !== "on" || !window.speechSynthesis) return;

  let heard = null;
  function say(text) {
    const said = new SpeechSynthesisUtterance(text);
    said.lang = document.documentElement.lang;
    speechSynthesis.cancel();
    speechSynthesis.speak(said);
  }
  // Some phones only speak once a finger has let them.
  document.addEventListener("pointerdown", () => say(""), { once: true });
  document.addEventListener("panel:shown", ({ detail }) => {
    const table = document.getElementById("table");
    if (!detail.fresh || !table.dataset.say || table === heard) return;
    heard = table;
    say(table.dataset.say);
  });
})();
