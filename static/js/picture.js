// The picture of a result: shared with its words by the phone's own sheet, else saved.
(() => {
  "use strict";
  const link = document.querySelector("[data-picture]");
  const fetched = navigator.canShare && fetch(link.href).then((answer) => answer.blob()).catch(() => null);

  link.addEventListener("click", async (event) => {
    if (!fetched || !navigator.canShare) return;
    event.preventDefault();
    const blob = await fetched;
    const file = blob && new File([blob], "truc.png", { type: "image/png" });
    if (!file || !navigator.canShare({ files: [file] })) return location.assign(link.href);
    navigator.share({ files: [file], text: link.dataset.picture }).catch(() => { /* thought better of it */ });
  });
})();
