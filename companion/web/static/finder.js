// The search box: / opens it, what is typed is answered below it. Without scripts its button asks for the page.
(() => {
  "use strict";
  const box = document.querySelector("[data-finder]");
  if (!box) return;
  const form = box.querySelector("[data-finder-form]");
  const field = form.elements.q;
  const answer = box.querySelector("[data-found]");
  let latest = 0;
  let timer = 0;

  const isTyping = (element) => element.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName);

  function close() {
    box.open = false;
    box.querySelector("summary").focus();
  }

  async function ask() {
    const mine = ++latest;
    if (!field.value.trim()) return answer.replaceChildren();
    try {
      const asked = await fetch(`${form.action}?${new URLSearchParams(new FormData(form))}`, { headers: { "X-Fragment": "1" } });
      if (mine === latest && asked.ok) answer.innerHTML = await asked.text();
    } catch {
      // The server cannot be reached: Search opens the page, which says so.
    }
  }

  box.addEventListener("toggle", () => { if (box.open) field.focus(); });
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(ask, 150);
  });
  document.addEventListener("pointerdown", (event) => { if (box.open && !box.contains(event.target)) box.open = false; });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && box.open) return close();
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    event.preventDefault();
    box.open = true;
    field.focus();
  });
})();
