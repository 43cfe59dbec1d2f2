// The button that shares a link, or words: by the phone's own list of places to share to, else
// copied, else as text to select. Some pages load this themselves; all others with what can wait.
(() => {
  "use strict";
  const added = document.createElement("p");
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-share]");
    if (!button || event.defaultPrevented) return;
    event.preventDefault();
    if (navigator.share) share(button.dataset);
    else copy(button);
  });

  async function share({ share: url, title }) {
    try {
      await navigator.share(url ? { url, title } : { text: title });
    } catch {
      // Somebody closed the list.
    }
  }

  async function copy(button) {
    const { share: url, title, copied } = button.dataset;
    const text = url || title;
    const line = document.querySelector(".link") ?? addLine(button, text);
    line.classList.add("shown");
    getSelection().selectAllChildren(line);
    if (await isCopied(text)) button.lastElementChild.textContent = `✓ ${copied}`;
  }
  // A page that has no line with its link gets one below the button.
  function addLine(button, text) {
    added.textContent = text;
    button.parentNode.after(added);
    return added;
  }
  // A page over plain http has no clipboard: there the browser copies what is selected.
  async function isCopied(text) {
    if (!navigator.clipboard) return document.execCommand("copy");
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return false;
    }
  }
})();
