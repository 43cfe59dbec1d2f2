// The picture of a result: shared together with its words if the phone can, otherwise opened, so
// that it can be saved.
(() => {
  "use strict";
  const link = document.querySelector("[data-picture]");
  if (!navigator.canShare) return;
  // Fetched early: a phone shares only right after a tap.
  const fetched = fetchPicture();

  async function fetchPicture() {
    try {
      const answer = await fetch(link.href);
      if (!answer.ok) return null;
      const picture = await answer.blob();
      return [new File([picture], "truc.png", { type: "image/png" })];
    } catch {
      return null;
    }
  }

  link.addEventListener("click", async (event) => {
    event.preventDefault();
    const files = await fetched;
    if (files && navigator.canShare({ files })) share(files);
    else location.assign(link.href);
  });
  async function share(files) {
    try {
      await navigator.share({ files, text: link.dataset.picture });
    } catch {
      // Somebody closed the phone's list of places to share to.
    }
  }
})();
