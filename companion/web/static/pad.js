// A pad of faces for dice thrown at the table: each tap writes one, and the last one of a throw sends it. Without scripts
// there is no pad, and the faces are typed.
(() => {
  "use strict";
  document.addEventListener("click", (event) => {
    const key = event.target.closest("[data-pad] button");
    if (!key) return;
    const pad = key.closest("[data-pad]");
    const field = document.getElementById("next-faces");
    const shown = field.value.split(/[\s,;]+/).filter(Boolean);
    if (key.dataset.face) shown.push(key.dataset.face);
    else shown.pop();
    field.value = shown.join(" ");
    const words = shown.map((face) => pad.querySelector(`[data-face="${CSS.escape(face)}"]`)?.textContent ?? face);
    pad.querySelector("[role=status]").textContent = shown.length ? `${shown.length} of ${pad.dataset.pad}: ${words.join(" ")}` : "";
    if (key.dataset.face && shown.length === Number(pad.dataset.pad)) field.form.requestSubmit();
  });
  // A phone's keys would cover the pad; a tap on the field brings them all the same. Elsewhere dice are typed at once, also
  // where the address leads to the answer: browsers take the focus away when they go there, at the latest on load.
  const next = document.querySelector("#next-faces");
  if (window.matchMedia("(pointer: coarse)").matches) next?.blur();
  else if (next?.autofocus && location.hash) window.addEventListener("load", () => next.focus({ preventScroll: true }));
})();
