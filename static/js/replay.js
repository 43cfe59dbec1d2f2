// A replay goes on without loading the whole page, and by itself where it is told to.
(() => {
  "use strict";
  const box = document.getElementById("replay");
  let timer = 0, turn = 0, due = 0;

  async function go(address) {
    const mine = ++turn;
    clearTimeout(timer);
    const answer = await fetch(address, { headers: { "HX-Request": "true" } }).catch(() => null);
    if (mine !== turn) return;
    if (!answer?.ok) return location.assign(address);
    const next = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("replay");
    const held = document.activeElement?.dataset?.step;
    box.replaceChildren(...next.childNodes);
    for (const name of ["at", "next", "pace"]) {
      if (name in next.dataset) box.dataset[name] = next.dataset[name];
      else delete box.dataset[name];
    }
    if (held) box.querySelector(`[data-step="${held}"]`)?.focus({ preventScroll: true });
    if (location.pathname === new URL(address, location).pathname) history.replaceState(null, "", address);
    wait();
  }

  // In time also where the network takes some of it.
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
  document.addEventListener("visibilitychange", () => (document.hidden ? clearTimeout(timer) : begin()));
  function begin() {
    due = performance.now();
    wait();
  }
  begin();
  // On the first page, where it was asked for by a tap on what it has replaced.
  if (box.closest("#try")) box.querySelector('[data-step="play"]').focus({ preventScroll: true });
  // Who wants nothing to move by itself starts it.
  if (box.dataset.next && matchMedia("(prefers-reduced-motion: reduce)").matches) box.querySelector('[data-step="play"]').click();
})();
