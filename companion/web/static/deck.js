// Cards on the page for custom cards: − and + beside a number; pictures that are chosen are shown at once.
(() => {
  "use strict";
  const form = document.querySelector("form.custom-cards");
  if (!form) return;

  form.addEventListener("click", (event) => {
    const button = event.target.closest("[data-step]");
    if (!button) return;
    const input = button.parentElement.querySelector("input");
    const number = Math.round(Number(input.value) || 0) + Number(button.dataset.step);
    input.value = Math.min(Math.max(number, Number(input.min)), Number(input.max));
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });

  form.addEventListener("change", (event) => {
    if (!event.target.matches("[data-preview]") || !event.target.checkValidity()) return;
    form.querySelector("button[name=do][value=show]:not(.small)").click();
  });
})();
