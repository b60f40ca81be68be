// The grid changes as its rows and columns are typed; without scripts it changes when the squad is saved.
(() => {
  "use strict";
  const form = document.getElementById("build");
  if (!form) return;

  const READ = /^\s*([3-9])\s*[,x×]\s*([3-9])\s*$/;

  function auxiliary(mech, row, column) {
    const name = `${mech}-slot-${row},${column}`;
    const cell = form.querySelector('[data-cell="auxiliary"]').cloneNode(true);
    cell.querySelectorAll(".tc-stats, .tc-rules, .tc-move, .tc-put, .tc-name").forEach((one) => one.remove());
    cell.querySelectorAll(".tc-attached .tc-choose").forEach((box, index) => { if (index) box.remove(); });
    cell.classList.remove("is-filled", "is-aim");
    delete cell.dataset.kind;
    const label = cell.querySelector("label");
    label.htmlFor = name;
    label.lastChild.textContent = `${row},${column}`;
    const [base, extra] = [cell.querySelector("[data-base]"), cell.querySelector("[data-attached]")];
    [base.id, base.name, base.value] = [name, name, ""];
    [extra.name, extra.value] = [`${name}-attached`, ""];
    extra.setAttribute("aria-label", `Attached to Slot ${row},${column}, 1`);
    return cell;
  }

  function lay(mech, rows, columns) {
    const grid = mech.querySelector(".tc-grid");
    const prefix = mech.querySelector("[data-cell=pilot] [data-base]").name.replace(/-pilot$/, "");
    const centre = [Math.floor((rows + 1) / 2), Math.floor((columns + 1) / 2)];
    const held = new Map([...grid.querySelectorAll("[data-cell]")].map((cell) => [cell.querySelector("[data-base]").name, cell]));
    const fresh = [];
    for (let row = 1; row <= rows; row += 1) {
      for (let column = 1; column <= columns; column += 1) {
        const middle = column === centre[1];
        const key = middle && row === centre[0] ? "cockpit" : middle && row === centre[0] + 1 ? "locomotor" : `slot-${row},${column}`;
        let cell = held.get(`${prefix}-${key}`);
        held.delete(`${prefix}-${key}`);
        if (!cell) {
          cell = auxiliary(prefix, row, column);
          fresh.push(cell);
        }
        grid.append(cell);
      }
    }
    // A card whose place the grid has lost stays at the end until it is moved; empty places go.
    for (const cell of held.values()) {
      if (cell.querySelector("[data-base]").value) grid.append(cell);
      else cell.remove();
    }
    grid.className = grid.className.replace(/tc-columns-\d/, `tc-columns-${columns}`);
    form.dispatchEvent(new CustomEvent("tc:places", { detail: fresh }));
  }

  for (const mech of form.querySelectorAll("[data-mech]")) {
    const size = mech.querySelector(".tc-grid-size");
    size.addEventListener("input", () => {
      const found = READ.exec(size.value);
      if (found) lay(mech, Number(found[1]), Number(found[2]));
    });
  }
})();
