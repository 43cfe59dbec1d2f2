// A replay goes on without loading the whole page, and by itself where it is told to.
(() => {
  "use strict";
  const box = document.getElementById("replay");
  let timer = 0, turn = 0;

  async function go(address) {
    const mine = ++turn;
    clearTimeout(timer);
    const answer = await fetch(address).catch(() => null);
    if (mine !== turn) return;
    if (!answer?.ok) return location.assign(address);
    const next = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("replay");
    const held = document.activeElement?.dataset?.step;
    box.replaceChildren(...next.childNodes);
    for (const name of ["at", "next", "pace"]) {
      if (name in next.dataset) box.dataset[name] = next.dataset[name];
      else delete box.dataset[name];
    }
    if (held) box.querySelector(`[data-step="${held}"]`)?.focus();
    history.replaceState(null, "", address);
    wait();
  }

  function wait() {
    clearTimeout(timer);
    if (box.dataset.next) timer = setTimeout(() => go(box.dataset.next), Number(box.dataset.pace));
  }

  box.addEventListener("click", (event) => {
    const step = event.target.closest("a[data-step]");
    if (!step || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(step.getAttribute("href"));
  });
  document.addEventListener("visibilitychange", () => (document.hidden ? clearTimeout(timer) : wait()));
  wait();
})();
