// Copy and Share beside everything that can be handed on. Where a browser has no clipboard (plain http), the text stands selected in its box.
(() => {
  "use strict";
  const said = document.querySelector("[data-share-said]");
  let timer = 0;

  function say(words) {
    if (!said) return;
    said.textContent = words;
    said.className = "share-said";
    clearTimeout(timer);
    timer = setTimeout(() => { said.className = "hidden"; }, 4000);
  }

  function select(box) {
    const fold = box.closest("details");
    if (fold) fold.open = true;
    box.focus();
    box.select();
    // Not every browser without a clipboard does this; the text is selected in any case.
    const copied = document.execCommand?.("copy");
    say(copied ? "Copied." : "Selected: copy it now.");
  }

  async function copy(box) {
    try {
      await navigator.clipboard.writeText(box.value);
      say("Copied.");
    } catch {
      select(box);
    }
  }

  async function share(data, otherwise) {
    try {
      await navigator.share(data);
    } catch (error) {
      if (error.name !== "AbortError") otherwise();
    }
  }

  async function file(button) {
    const answer = await fetch(button.dataset.shareFile);
    return new File([await answer.blob()], button.dataset.name, { type: button.dataset.kind });
  }

  for (const button of document.querySelectorAll("[data-copy-text]")) {
    button.hidden = false;
    button.addEventListener("click", () => copy(document.getElementById(button.dataset.copyText)));
  }
  if (!navigator.share) return;
  for (const button of document.querySelectorAll("[data-share-text]")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      const box = document.getElementById(button.dataset.shareText);
      const text = box.value.trim();
      share({ title: document.title, ...(box.matches("input") ? { url: text } : { text }) }, () => copy(box));
    });
  }
  for (const button of document.querySelectorAll("[data-share-file]")) {
    const sample = new File([""], button.dataset.name, { type: button.dataset.kind });
    if (!navigator.canShare?.({ files: [sample] })) continue;
    button.hidden = false;
    button.addEventListener("click", async () => {
      try {
        await share({ files: [await file(button)] }, () => say("It could not be shared: download it."));
      } catch {
        say("The server cannot be reached: nothing was shared.");
      }
    });
  }
})();
