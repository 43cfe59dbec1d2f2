// A replay goes on without loading the whole page, and by itself if its page says so.
(() => {
  "use strict";
  const box = document.getElementById("replay");
  let timer = 0;
  let turn = 0; // the number of the newest step: older answers are ignored
  let due = 0; // when the next step is to be shown

  async function go(address, isByItself) {
    const mine = ++turn;
    clearTimeout(timer);
    const next = await fetchStep(address);
    if (mine !== turn) return;
    if (!next && !isByItself) {
      location.assign(address);
      return;
    }
    // Without a step, a replay that goes on by itself stays on its page and tries again.
    if (next) show(next, address);
    wait();
  }
  // The step at this address; null if there is no network, or if something else answers.
  async function fetchStep(address) {
    try {
      const answer = await fetch(address, { headers: { "HX-Request": "true" } });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      return page.getElementById("replay");
    } catch {
      return null;
    }
  }
  function show(next, address) {
    const focused = document.activeElement?.dataset?.step;
    box.replaceChildren(...next.childNodes);
    for (const name of ["at", "next", "pace"]) {
      if (name in next.dataset) box.dataset[name] = next.dataset[name];
      else delete box.dataset[name];
    }
    if (focused) focus(focused);
    const samePage = location.pathname === new URL(address, location).pathname;
    if (samePage) history.replaceState(null, "", address);
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
    if (!box.dataset.next || document.hidden) return;
    due = Math.max(performance.now(), due + Number(box.dataset.pace));
    timer = setTimeout(() => go(box.dataset.next, true), due - performance.now());
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
