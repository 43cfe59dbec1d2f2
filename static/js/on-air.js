// The scoreboard follows its table: each event of its stream is the new scoreboard. The line beside
// it is asked for again now and then, because it changes without a tap. Once the link leads
// nowhere, because the host has replaced it, nothing is shown: a picture must not go on with an
// old score.
(() => {
  "use strict";
  const AGAIN = 5000; // ms until a stream that the server has ended is opened again
  const ABOUT = 30000; // ms
  const live = document.querySelector("[data-events]");
  const scoreboard = live.closest(".strip");
  let stream = null;

  function open() {
    stream?.close();
    stream = new EventSource(live.dataset.events);
    stream.addEventListener("strip", ({ data }) => {
      live.innerHTML = data;
    });
    stream.addEventListener("error", () => {
      askAbout();
      if (stream.readyState === EventSource.CLOSED) setTimeout(open, AGAIN);
    });
  }
  async function askAbout() {
    try {
      const answer = await fetch(location.href, { cache: "no-store" });
      scoreboard.style.visibility = answer.status === 404 ? "hidden" : "";
      if (!answer.ok) return;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const about = page.querySelector(".about");
      if (about) document.querySelector(".about").replaceWith(about);
    } catch {
      // The next time may succeed.
    }
  }
  open();
  setInterval(askAbout, ABOUT);
})();
