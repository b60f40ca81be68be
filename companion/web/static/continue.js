// A ranking or a search that goes on by itself: the part of the page around its link is replaced. Without scripts: Continue.
(() => {
  "use strict";
  let stopped = false;
  async function goOn() {
    for (;;) {
      const link = document.querySelector("[data-continue]");
      if (!link || stopped) return;
      const part = link.closest("#ranking, #result");
      let page;
      try {
        const response = await fetch(link.href, { headers: { Accept: "text/html" } });
        if (!response.ok) return;
        page = new DOMParser().parseFromString(await response.text(), "text/html");
      } catch {
        return;
      }
      const fresh = page.getElementById(part.id);
      if (!fresh || stopped) return;
      part.replaceChildren(...document.adoptNode(fresh).childNodes);
      history.replaceState(null, "", link.href);
    }
  }
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-stop]")) stopped = true;
  });
  goOn();
})();
