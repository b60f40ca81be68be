// The faces of custom cards follow what is typed: cards, layout, format. Without scripts the Preview button shows them.
(() => {
  "use strict";
  const form = document.querySelector("form[data-faces-at]");
  if (!form || !window.fetch) return;
  const faces = form.querySelector("[data-faces]");
  const written = form.elements.layout;
  const look = form.elements.look;
  let latest = 0;
  let waiting = null;

  function body() {
    const sent = new FormData(form);
    for (const [name, value] of [...sent]) if (value instanceof File) sent.delete(name);
    return sent;
  }

  async function refresh() {
    const mine = ++latest;
    let told;
    try {
      const response = await fetch(form.dataset.facesAt, { method: "POST", body: body() });
      if (!response.ok) return;
      told = await response.json();
    } catch {
      return; // Offline for a moment: the next change asks again.
    }
    if (mine !== latest) return;
    faces.innerHTML = told.html;
    // What was shown of the sheets belongs to the cards before this change.
    for (const old of form.querySelectorAll("[data-after]")) old.replaceChildren();
    if (look.value !== "own" && written.value !== told.layout) written.value = told.layout;
  }

  function soon() {
    clearTimeout(waiting);
    waiting = setTimeout(refresh, 350);
  }

  written.addEventListener("input", () => {
    look.value = "own";
  });
  look.addEventListener("change", () => {
    if (look.value !== "plain") form.querySelector("[data-layout]").open = true;
  });
  const watched = ["text", "layout", "look", "format", "own_format", "backs", "title", "language", "ink"];
  form.addEventListener("input", (event) => {
    if (watched.includes(event.target.name)) soon();
  });
  // A chosen file is sent at once: its text comes back into the form.
  form.addEventListener("change", (event) => {
    if (event.target.name === "layout_file") form.requestSubmit(form.querySelector("button[value=show]"));
  });
  if (!faces.childElementCount && !form.querySelector("[role=alert]")) refresh();
})();
