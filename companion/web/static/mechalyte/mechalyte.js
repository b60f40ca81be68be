// A ranking or a search that goes on by itself. Without scripts: Continue.
(() => {
  "use strict";
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
