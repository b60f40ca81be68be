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
