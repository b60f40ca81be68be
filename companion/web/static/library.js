// The library: choose all on this page, count what is chosen, filter as soon as a choice is made. It works without this.
(() => {
  "use strict";
  for (const choice of document.querySelectorAll("[data-filter]")) {
    choice.addEventListener("change", () => choice.form.requestSubmit());
  }
  const form = document.querySelector("[data-library]");
  if (!form) return;
  const boxes = [...form.querySelectorAll("input[name='id']")];
  const all = form.querySelector("[data-choose-all]");
  const words = form.querySelector("[data-chosen]");

  function count() {
    const chosen = boxes.filter((box) => box.checked).length;
    all.setAttribute("aria-pressed", String(chosen === boxes.length));
    words.textContent = chosen ? `${chosen} chosen` : "None chosen";
  }

  all.hidden = false;
  all.addEventListener("click", () => {
    const some = boxes.some((box) => !box.checked);
    for (const box of boxes) box.checked = some;
    count();
  });
  form.addEventListener("change", count);
  window.addEventListener("pageshow", count);
  count();
})();
