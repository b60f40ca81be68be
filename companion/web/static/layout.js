// The faces of custom cards follow what is typed: cards, layout, format. Without scripts the Preview button shows them.
(() => {
  "use strict";
  const form = document.querySelector("form[data-faces-at]");
  if (!form || !window.fetch) return;
  const faces = form.querySelector("[data-faces]");
  const written = form.elements.layout;
  const look = form.elements.look;
  const narrow = !matchMedia("(min-width: 62rem)").matches;
  const LARGEST_FILE = 1000000; // Bytes: a larger one is sent when Preview is pressed, not with every key.
  let latest = 0;
  let waiting = null;

  // On a phone the faces stand in a row below what is typed, not at the end of the form.
  if (narrow) form.querySelector("[data-layout]").after(faces);

  function reachable() {
    const row = narrow && faces.querySelector(".faces");
    if (row) row.tabIndex = 0;
  }

  function body() {
    const sent = new FormData(form);
    // The file with the cards counts before what is typed, as it does when Preview is pressed; pictures wait until then.
    const stays = (name, value) => name === "file" && value.size <= LARGEST_FILE;
    for (const [name, value] of [...sent]) if (value instanceof File && !stays(name, value)) sent.delete(name);
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
    // While a line is half typed the faces before it stay, and what cannot be read is said above them.
    faces.querySelector(".input-errors")?.remove();
    faces.classList.toggle("before", !told.readable);
    if (told.readable) faces.innerHTML = told.html;
    else faces.insertAdjacentHTML("afterbegin", told.html);
    reachable();
    // What was shown of the sheets belongs to the cards before this change.
    for (const old of form.querySelectorAll("[data-after]")) old.replaceChildren();
    if (look.value !== "own" && written.value !== told.layout) written.value = told.layout;
    for (const picture of form.querySelectorAll("[data-look]")) {
      const address = told.looks[picture.dataset.look];
      if (address) picture.src = address;
    }
  }

  function soon() {
    clearTimeout(waiting);
    waiting = setTimeout(refresh, 350);
  }

  written.addEventListener("input", () => {
    look.value = "own";
  });
  form.addEventListener("change", (event) => {
    if (event.target.name === "look" && look.value === "own") form.querySelector("[data-layout]").open = true;
  });
  const watched = ["text", "layout", "look", "format", "own_format", "backs", "title", "language", "ink", "column"];
  form.addEventListener("input", (event) => {
    if (watched.includes(event.target.name)) soon();
  });
  // A chosen layout is sent at once: its text comes back into the form.
  // So are rows in another encoding, or of another sheet.
  form.addEventListener("change", (event) => {
    if (event.target.name === "file") soon();
    if (event.target.name === "layout_file" || event.target.name === "reading") form.requestSubmit(form.querySelector("button[value=show]"));
  });
  reachable();
  if (!faces.childElementCount && !form.querySelector("[role=alert]")) refresh();
})();
