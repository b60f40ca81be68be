// The open menu closes with Escape, or when something else is pressed or focused. Without scripts its word closes it.
(() => {
  "use strict";
  const menu = document.querySelector("[data-menu]");
  if (!menu) return;
  const close = (event) => { if (!menu.contains(event.target)) menu.open = false; };
  document.addEventListener("pointerdown", close);
  document.addEventListener("focusin", close);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
})();

// Another theme is put on in place, so that what is typed on the page stays. Without scripts the page is loaded again.
(() => {
  "use strict";
  const form = document.querySelector("form.theme");
  if (!form || !window.fetch) return;
  let plainly = false;

  form.addEventListener("submit", async (event) => {
    const chosen = event.submitter;
    if (plainly || !chosen) return;
    event.preventDefault();
    const body = new FormData(form);
    body.append(chosen.name, chosen.value);
    try {
      const answer = await fetch(form.action, { method: "POST", body, redirect: "manual" });
      if (answer.type !== "opaqueredirect") throw new Error("not saved");
    } catch {
      plainly = true;
      form.requestSubmit(chosen);
      plainly = false;
      return;
    }
    document.documentElement.dataset.theme = chosen.value;
    for (const button of form.querySelectorAll("[name=theme]")) button.setAttribute("aria-pressed", String(button === chosen));
  });
})();
