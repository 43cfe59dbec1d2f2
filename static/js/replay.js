// A replay goes on without loading the whole page, and by itself if its page says so.
(() => {
  "use strict";
  const box = document.getElementById("replay");
  let timer = 0;
  let turn = 0; // the number of the newest step: older answers are ignored
  let due = 0; // when the next step is to be shown

  async function go(address) {
    const mine = ++turn;
    clearTimeout(timer);
    const headers = { "HX-Request": "true" };
    const answer = await fetch(address, { headers }).catch(() => null);
    if (mine !== turn) return;
    if (!answer?.ok) return location.assign(address);
    show(await answer.text());
    const samePage = location.pathname === new URL(address, location).pathname;
    if (samePage) history.replaceState(null, "", address);
    wait();
  }
  function show(html) {
    const page = new DOMParser().parseFromString(html, "text/html");
    const next = page.getElementById("replay");
    const focused = document.activeElement?.dataset?.step;
    box.replaceChildren(...next.childNodes);
    for (const name of ["at", "next", "pace"]) {
      if (name in next.dataset) box.dataset[name] = next.dataset[name];
      else delete box.dataset[name];
    }
    if (focused) focus(focused);
  }
  function button(step) {
    return box.querySelector(`[data-step="${step}"]`);
  }
  function focus(step) {
    button(step)?.focus({ preventScroll: true });
  }

  // The pace is kept also if the network takes a part of the time.
  function wait() {
    clearTimeout(timer);
    if (!box.dataset.next) return;
    due = Math.max(performance.now(), due + Number(box.dataset.pace));
    timer = setTimeout(() => go(box.dataset.next), due - performance.now());
  }

  box.addEventListener("click", (event) => {
    const step = event.target.closest("a[data-step]");
    if (!step || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    due = performance.now();
    go(step.getAttribute("href"));
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) clearTimeout(timer);
    else begin();
  });
  function begin() {
    due = performance.now();
    wait();
  }
  begin();
  // On the first page the replay takes the place of the button that asked for it.
  if (box.closest("#try")) focus("play");
  // For somebody who wants nothing to move by itself, this stops it until they start it.
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (box.dataset.next && calm) button("play").click();
})();
