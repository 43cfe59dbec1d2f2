// The key that shares a link, or words: by the phone's own sheet, else copied with a word that it was, else as text to
// select. It is fetched by pages that are made for it, and with what can wait by all.
document.addEventListener("click", async (event) => {
  const key = event.target.closest("[data-share]");
  if (!key || event.defaultPrevented) return;
  event.preventDefault();
  const { share: url, title, copied } = key.dataset, link = document.querySelector(".link"), text = url || title;
  if (navigator.share) return navigator.share(url ? { url, title } : { text }).catch(() => { /* thought better of it */ });
  if (link) {
    link.classList.add("shown");
    getSelection().selectAllChildren(link);
  }
  const done = navigator.clipboard ? await navigator.clipboard.writeText(text).then(() => true, () => false) : document.execCommand("copy");
  if (done) key.lastElementChild.textContent = `✓ ${copied}`;
});
