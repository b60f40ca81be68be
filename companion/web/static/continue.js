// A ranking or a search that goes on by itself: the part of the page around its link is replaced. Without scripts: Continue.
(() => {
  "use strict";
  const CONTROLS = "a, button, input, summary, [tabindex]";
  let stopped = false;
  // A keyboard stays on the button that it was on, as Stop; where that is gone, on the part.
  function replacePart(part, fresh) {
    const focused = document.activeElement;
    const isInside = part !== focused && part.contains(focused);
    const named = (one) => one.getAttribute("aria-label") || one.textContent;
    part.replaceChildren(...document.adoptNode(fresh).childNodes);
    if (!isInside) return;
    const same = [...part.querySelectorAll(CONTROLS)].find((one) => named(one) === named(focused));
    (same ?? part).focus({ preventScroll: true });
  }
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
      replacePart(part, fresh);
      history.replaceState(null, "", link.href);
    }
  }
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-stop]")) stopped = true;
  });
  goOn();
})();
