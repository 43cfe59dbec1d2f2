// The picture of a result, drawn by this phone with its own letters, is shared or saved as a PNG.
(() => {
  "use strict";
  const link = document.querySelector("[data-picture]");

  function drawn() {
    return new Promise((done, failed) => {
      const image = new Image();
      image.onload = () => {
        const canvas = document.createElement("canvas");
        [canvas.width, canvas.height] = [1200, 630];
        canvas.getContext("2d").drawImage(image, 0, 0, 1200, 630);
        canvas.toBlob(done, "image/png");
      };
      image.onerror = failed;
      image.src = link.href;
    });
  }

  link.addEventListener("click", async (event) => {
    event.preventDefault();
    const blob = await drawn().catch(() => null);
    if (!blob) return location.assign(link.href);
    const file = new File([blob], "match.png", { type: "image/png" });
    if (navigator.canShare?.({ files: [file] })) return navigator.share({ files: [file] }).catch(() => {});
    const saved = document.createElement("a");
    saved.href = URL.createObjectURL(file);
    saved.download = "match.png";
    saved.click();
    setTimeout(() => URL.revokeObjectURL(saved.href), 60000);
  });
})();
