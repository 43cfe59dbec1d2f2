// Requests of other phones: send the answer, and show the question until somebody has answered.
// The server grants an open request when a page asks for news after its time is over.
(() => {
  "use strict";
  const panel = document.getElementById("panel");
  if (!panel) return;

  const ASK_AGAIN = 2000; // ms between two questions to the server after the time is over
  const MARGIN = 500; // ms after the end of a request before the server is asked
  const BEATS = [90, 60, 90];
  let timer = 0;
  let watched = ""; // the number of the open request
  let due = 0;
  let title = ""; // the question that is on the screen

  document.addEventListener("submit", (event) => {
    if (!event.target.matches("#asked")) return;
    event.preventDefault();
    answer(event.target.action, event.submitter);
  });

  async function answer(address, { name, value }) {
    const body = new URLSearchParams({ [name]: value });
    try {
      const { html, stamp } = await truc.ask(address, { method: "POST", body });
      if (stamp) truc.panel.take(html, stamp);
      else truc.askNow();
    } catch {
      // The strip says that there is no contact, and the question is still on the screen.
    }
  }

  // Ask the server when the request is over. Only the first panel with a request says how long
  // it lasts: later ones may have been drawn a while ago.
  function watch() {
    const { number, left } = document.getElementById("asking")?.dataset ?? {};
    clearTimeout(timer);
    if (!left) return;
    if (number !== watched) due = performance.now() + Number(left) * 1000 + MARGIN;
    watched = number;
    timer = setTimeout(look, Math.max(due - performance.now(), 0));
  }
  function look() {
    truc.askNow();
    timer = setTimeout(look, ASK_AGAIN);
  }

  // A new question makes the phone vibrate. It takes the focus, so that a keyboard reaches no key
  // below it.
  function callPlayer() {
    const question = document.querySelector(".phone-request");
    const now = question?.querySelector("h2").textContent ?? "";
    if (now && now !== title) {
      question.focus({ preventScroll: true });
      if (document.documentElement.dataset.buzz !== "off") navigator.vibrate?.(BEATS);
    }
    title = now;
  }

  function shown() {
    watch();
    callPlayer();
  }
  document.addEventListener("panel:shown", shown);
  shown();
})();
