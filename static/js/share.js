// The key that shares a link: by the phone's own sheet, else copied with a word that it was, else as text to select.
document.addEventListener("click", async ({ target }) => {
  const key = target.closest("[data-share]");
  if (!key) return;
  const { share: url, title, copied } = key.dataset, link = document.querySelector(".link");
  if (navigator.share) return navigator.share({ url, title }).catch(() => { /* thought better of it */ });
  link.classList.add("shown");
  getSelection().selectAllChildren(link);
  const done = navigator.clipboard ? await navigator.clipboard.writeText(url).then(() => true, () => false) : document.execCommand("copy");
  if (done) key.lastElementChild.textContent = `✓ ${copied}`;
});
