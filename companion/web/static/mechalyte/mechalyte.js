// Letters by buttons on the spec page; a ranking that goes on by itself. Without scripts: the field, and Continue.
(() => {
  "use strict";
  for (const keys of document.querySelectorAll("[data-letters]")) {
    const field = document.getElementById(keys.dataset.letters);
    keys.hidden = false;
    keys.addEventListener("click", (event) => {
      const key = event.target.closest("[data-letter]");
      if (!key) return;
      const now = field.value.replace(/\s/g, "").toUpperCase();
      if (key.dataset.letter && now.length >= 6) return;
      field.value = key.dataset.letter ? now + key.dataset.letter : now.slice(0, -1);
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
  }

  let stopped = false;
  async function goOn() {
    for (;;) {
      const link = document.querySelector("#ranking [data-continue]");
      if (!link || stopped) return;
      let page;
      try {
        const response = await fetch(link.href, { headers: { Accept: "text/html" } });
        if (!response.ok) return;
        page = new DOMParser().parseFromString(await response.text(), "text/html");
      } catch {
        return;
      }
      if (stopped) return;
      const fresh = page.getElementById("ranking");
      if (!fresh) return;
      document.getElementById("ranking").replaceChildren(...document.adoptNode(fresh).childNodes);
      history.replaceState(null, "", link.href);
    }
  }
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-stop]")) stopped = true;
  });
  goOn();
})();
