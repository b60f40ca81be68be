// Units can be dragged or moved into order, duplicated and deleted; the equipment follows the chosen profile.
(() => {
  "use strict";
  const list = document.querySelector("[data-units]");
  const form = document.getElementById("build");
  if (!list || !form) return;
  form.classList.add("is-live");
  const rows = () => [...list.querySelectorAll("[data-unit]")];
  let next = Math.max(0, ...rows().map((row) => Number(row.dataset.unit))) + 1;
  let dragged = null;

  const tell = () => {
    rows().forEach((row, index) => { row.querySelector("[name$='-place']").value = index + 1; });
    form.dispatchEvent(new Event("input", { bubbles: true }));
    form.dispatchEvent(new Event("change", { bubbles: true }));
  };
  const pick = (row) => row.querySelector("select[name$='-profile']");

  function title(row) {
    const name = row.querySelector("[name$='-name']").value.trim();
    const chosen = pick(row).value ? pick(row).selectedOptions[0].textContent.replace(/, \d+\W?$/, "") : "Add a unit";
    row.querySelector("legend").textContent = name || chosen;
    row.classList.toggle("is-empty", !pick(row).value);
  }

  function equip(row) {
    const place = row.querySelector("[data-equip]");
    const pattern = document.querySelector(`template[data-profile="${CSS.escape(pick(row).value)}"]`);
    place.replaceChildren();
    row.querySelectorAll(".ms-facts, .pick-small.wrong").forEach((part) => part.remove());
    if (pattern) place.append(pattern.content.cloneNode(true));
    place.querySelectorAll("[name]").forEach((box) => { box.name = box.name.replace("unit-X", `unit-${row.dataset.unit}`); });
    title(row);
  }

  function copyOf(row) {
    const fresh = row.cloneNode(true);
    fresh.dataset.unit = String(next);
    fresh.querySelectorAll("[name]").forEach((box) => { box.name = box.name.replace(/^unit-\d+/, `unit-${next}`); });
    const was = [...row.querySelectorAll("select")];
    fresh.querySelectorAll("select").forEach((box, index) => { box.value = was[index].value; });
    fresh.querySelectorAll(".ms-tools").forEach((part) => part.remove());
    next += 1;
    arm(fresh);
    return fresh;
  }

  function spare() {
    const last = rows().at(-1);
    if (!pick(last).value) return;
    const fresh = copyOf(last);
    fresh.querySelectorAll("input:not([type=checkbox])").forEach((box) => { box.value = box.name.endsWith("-count") ? "1" : ""; });
    fresh.querySelectorAll("select").forEach((box) => { box.value = ""; });
    last.after(fresh);
    equip(fresh);
  }

  function button(words, label, act) {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "small";
    made.textContent = words;
    made.setAttribute("aria-label", label);
    made.addEventListener("click", act);
    return made;
  }

  function move(row, step) {
    const all = rows();
    const other = all[all.indexOf(row) + step];
    if (!other || !pick(other).value) return;
    if (step < 0) other.before(row); else other.after(row);
    tell();
    row.querySelector(step < 0 ? "[data-up]" : "[data-down]").focus();
  }

  function arm(row) {
    const tools = document.createElement("p");
    tools.className = "ms-tools";
    const grip = button("⠿", "Drag this unit", () => {});
    grip.classList.add("ms-grip");
    grip.draggable = true;
    grip.addEventListener("dragstart", (event) => {
      dragged = row;
      event.dataTransfer.setData("text/plain", row.dataset.unit);
      row.classList.add("is-dragged");
    });
    grip.addEventListener("dragend", () => { row.classList.remove("is-dragged"); dragged = null; });
    const up = button("↑", "Move this unit up", () => move(row, -1));
    const down = button("↓", "Move this unit down", () => move(row, 1));
    up.dataset.up = ""; down.dataset.down = "";
    tools.append(grip, up, down,
      button("Duplicate", "Duplicate this unit", () => { if (pick(row).value) { row.after(copyOf(row)); tell(); } }),
      button("✕", "Delete this unit", () => { if (pick(row).value && rows().length > 1) { row.remove(); tell(); } }));
    row.append(tools);
    row.addEventListener("dragover", (event) => { if (dragged && dragged !== row && pick(row).value) event.preventDefault(); });
    row.addEventListener("drop", (event) => {
      if (!dragged || dragged === row) return;
      event.preventDefault();
      const all = rows();
      if (all.indexOf(dragged) < all.indexOf(row)) row.after(dragged); else row.before(dragged);
      tell();
    });
    pick(row).addEventListener("change", () => { equip(row); spare(); });
    row.querySelector("[name$='-name']").addEventListener("input", () => title(row));
  }
  rows().forEach(arm);
})();
