// Sends the answers to other phones' requests. While a request is open, the page asks the server again when its time
// is over: that is what grants it.
(() => {
  "use strict";
  const panel = document.getElementById("panel");
  if (!panel) return;

  const AGAIN = 2000, MARGIN = 500, BEATS = [90, 60, 90];
  let timer = 0, asked = "", due = 0;

  document.addEventListener("submit", async (event) => {
    if (!event.target.matches("#asked")) return;
    event.preventDefault();
    const { name, value } = event.submitter;
    try {
      const { html, stamp } = await truc.ask(event.target.action, { method: "POST", body: new URLSearchParams({ [name]: value }) });
      if (stamp) truc.panel.take(html, stamp); else truc.askNow();
    } catch { /* the strip tells it, and the question is still there */ }
  });

  // A panel may have been drawn a while ago: the first panel with a request says how long the request lasts.
  function watch() {
    const { number, left } = document.getElementById("asking")?.dataset ?? {};
    clearTimeout(timer);
    if (!left) return;
    if (number !== asked) due = performance.now() + Number(left) * 1000 + MARGIN;
    asked = number;
    timer = setTimeout(look, Math.max(due - performance.now(), 0));
  }
  function look() {
    truc.askNow();
    timer = setTimeout(look, AGAIN);
  }

  // The phone vibrates at a question, and the question has the focus, so that a keyboard reaches no key below it.
  let title = "";
  function call() {
    const question = document.querySelector(".phone-request"), now = question?.querySelector("h2").textContent ?? "";
    if (now && now !== title) {
      question.focus({ preventScroll: true });
      if (document.documentElement.dataset.buzz !== "off") navigator.vibrate?.(BEATS);
    }
    title = now;
  }

  function shown() {
    watch();
    call();
  }
  document.addEventListener("panel:shown", shown);
  shown();
})();
