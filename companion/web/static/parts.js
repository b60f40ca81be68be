// Pictures that are more than one request may hold are sent in parts before the form itself; what was sent stays in it.
(() => {
  "use strict";
  const form = document.querySelector("form[data-parts-at]");
  if (!form || !window.fetch) return;
  const most = () => Number(form.dataset.most);
  const fields = [...form.querySelectorAll("input[type=file][multiple]")];
  const kept = ["kept", "deck_kept", "deck_title"];
  const line = form.querySelector("[data-progress]");
  const bar = line.querySelector("progress");
  const said = line.querySelector("[role=status]");
  const cancel = line.querySelector("button");
  let stop = null;

  const size = (files) => files.reduce((sum, file) => sum + file.size, 0);
  const chosen = () => fields.flatMap((field) => [...field.files]);
  const hidden = (name) => [...form.querySelectorAll(`input[type=hidden][name="${name}"]`)];

  // A quarter of what one request may hold: each part arrives soon, and the line moves.
  function* parts(files) {
    let part = [];
    for (const file of files) {
      if (part.length && size(part) + file.size > most() / 4) {
        yield part;
        part = [];
      }
      part.push(file);
    }
    if (part.length) yield part;
  }

  function keep(told) {
    for (const name of kept) {
      for (const input of hidden(name)) input.remove();
      for (const value of told[name]) {
        if (!value) continue;
        const input = Object.assign(document.createElement("input"), { type: "hidden", name, value });
        form.append(input);
      }
    }
    // An order among the files is the deck list.
    const [list] = told.deck_list;
    if (list && form.elements.deck_list) form.elements.deck_list.value = list;
  }

  async function send(field, part) {
    const body = new FormData();
    body.append("csrf_token", form.elements.csrf_token.value);
    for (const name of kept) for (const input of hidden(name)) body.append(name, input.value);
    const clear = form.elements.deck_clear;
    if (clear?.checked) body.append(clear.name, clear.value);
    for (const file of part) body.append(field.name, file);
    const response = await fetch(form.dataset.partsAt, { method: "POST", body, signal: stop.signal });
    if (!response.ok) throw new Error("The server cannot take more at the moment. Try again: what was sent stays.");
    const told = await response.json();
    keep(told.kept);
    if (clear) clear.checked = false;
    return told.wrong;
  }

  async function sendAll() {
    const all = chosen().length;
    const wrong = [];
    let sent = 0;
    bar.max = all;
    line.hidden = false;
    for (const field of fields) {
      const rest = [...field.files];
      for (const part of parts([...rest])) {
        said.textContent = `${sent} of ${all} pictures sent.`;
        bar.value = sent;
        wrong.push(...await send(field, part));
        sent += part.length;
        // Those that are here need not be sent again, whatever happens to the rest.
        const left = new DataTransfer();
        for (const file of rest.splice(0, part.length) && rest) left.items.add(file);
        field.files = left.files;
      }
    }
    return wrong;
  }

  async function begin(button) {
    stop = new AbortController();
    try {
      const wrong = await sendAll();
      said.textContent = wrong.length ? `${wrong.slice(0, 5).join(" ")} The others are here: press Preview.` : "All pictures are sent.";
      if (wrong.length) return;
      line.hidden = true;
      stop = null;
      button.click();
    } catch (error) {
      said.textContent = stop?.signal.aborted ? "Stopped: what was sent stays." : error.message;
    } finally {
      stop = null;
    }
  }

  form.addEventListener("click", (event) => {
    const button = event.target.closest("button[name=do], button[name=turn], button[name=pick]");
    if (!button || (!stop && size(chosen()) <= most()) || !form.reportValidity()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!stop) begin(button);
  }, true);
  cancel.addEventListener("click", () => stop && stop.abort());

  form.addEventListener("change", (event) => {
    if (!fields.includes(event.target)) return;
    const field = event.target;
    const limit = Number(field.dataset.mostFiles);
    const large = [...field.files].find((file) => file.size > most());
    let told = "";
    if (field.files.length > limit) told = `At most ${limit} pictures: choose fewer.`;
    if (large) told = `${large.name} is too large: at most ${Math.floor(most() / 1e6)} MB a file. Unpack a zip and choose its pictures.`;
    field.setCustomValidity(told);
  });
})();
