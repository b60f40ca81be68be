// A long PDF or zip is fetched as it is drawn: a line shows the progress, Cancel stops it. Without scripts it downloads
// like any button. Where a form with files gets a page with errors instead, it is submitted again as usual.
(() => {
  "use strict";
  const buttons = document.querySelectorAll("button[data-sheets], button[data-watched]");
  const stale = document.querySelector("[data-stale]");
  const line = document.querySelector("[data-progress]");
  if (!buttons.length || !line || !window.ReadableStream) return;
  const bar = line.querySelector("progress");
  const said = line.querySelector("[role=status]");
  let asked = null;
  let form = null;
  let stop = null;
  let plainly = false;

  function request() {
    const body = new FormData(form);
    if (asked.name) body.append(asked.name, asked.value);
    if (form.method === "post") return fetch(form.action, { method: "POST", body, signal: stop.signal });
    return fetch(`${asked.formAction}?${new URLSearchParams(body)}`, { signal: stop.signal });
  }

  function named(response) {
    const told = response.headers.get("Content-Disposition") || "";
    const spelled = /filename\*=UTF-8''([^;]+)/.exec(told);
    const plain = /filename="?([^";]+)"?/.exec(told);
    return (spelled && decodeURIComponent(spelled[1])) || (plain && plain[1]) || "cards";
  }

  function save(parts, response) {
    const address = URL.createObjectURL(new Blob(parts, { type: response.headers.get("Content-Type") }));
    const to = document.createElement("a");
    to.href = address;
    to.download = named(response);
    to.click();
    setTimeout(() => URL.revokeObjectURL(address), 60000);
  }

  function counter(response) {
    const zip = /zip/.test(response.headers.get("Content-Type"));
    const previewed = !stale || stale.hidden;
    const total = Number(response.headers.get("X-Sides") || (previewed && asked.dataset.sheets) || 0);
    const noun = zip ? "files" : "sides";
    const of = total ? ` of ${total}` : "";
    if (total) bar.max = total;
    return { mark: zip ? "PK\u0003\u0004" : "/MediaBox", say: (count) => `${count}${of} ${noun}`, total };
  }

  async function fetched(response, count) {
    const reader = response.body.getReader();
    const latin = new TextDecoder("latin1");
    const parts = [];
    let made = 0;
    let tail = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { parts, made };
      parts.push(value);
      const text = tail + latin.decode(value);
      made += text.split(count.mark).length - 1;
      tail = text.slice(-(count.mark.length - 1));
      if (count.total) bar.value = made;
      said.textContent = count.say(made);
    }
  }

  function ask_plainly() {
    plainly = true;
    line.hidden = true;
    form.requestSubmit(asked);
    plainly = false;
  }

  // The server refuses with a page: its sentence stands here instead.
  async function told(response) {
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const words = page.querySelector(".error-page .lead, .input-errors p");
    return words ? words.textContent : "The server cannot answer this. Reload the page and try again.";
  }

  async function watch(event) {
    if (plainly) return;
    event.preventDefault();
    if (stop) return;
    asked = event.currentTarget;
    form = asked.form;
    stop = new AbortController();
    bar.removeAttribute("value");
    said.textContent = "Getting ready.";
    line.hidden = false;
    try {
      const response = await request();
      if (form.method === "post" && /html/.test(response.headers.get("Content-Type"))) {
        await response.body.cancel();
        ask_plainly();
        return;
      }
      if (!response.ok) {
        said.textContent = await told(response);
        return;
      }
      const count = counter(response);
      const { parts, made } = await fetched(response, count);
      save(parts, response);
      bar.value = bar.max;
      said.textContent = `${count.say(count.total || made)}: saved.`;
    } catch {
      said.textContent = stop.signal.aborted ? "Stopped." : "The server cannot be reached. Try again.";
    } finally {
      stop = null;
    }
  }
  for (const button of buttons) button.addEventListener("click", watch);
  line.querySelector("button").addEventListener("click", () => stop && stop.abort());
})();

// Files larger than the server takes are refused here, before they are sent: what is typed beside them stays. Of several,
// `parts.js` sends more than that.
(() => {
  "use strict";
  const form = document.querySelector("form[data-most]");
  if (!form) return;
  const fields = [...form.querySelectorAll("input[type=file]:not([multiple])")];
  form.addEventListener("change", (event) => {
    if (!fields.includes(event.target)) return;
    const size = fields.flatMap((field) => [...field.files]).reduce((sum, file) => sum + file.size, 0);
    const most = Number(form.dataset.most);
    const told = size > most ? `Files of at most ${Math.floor(most / 1e6)} MB at a time: choose fewer, or smaller ones.` : "";
    for (const field of fields) field.setCustomValidity(field.files.length ? told : "");
  });
})();

// A field that the browser refuses may be folded away or hidden: it is shown, so that its message has a place to stand.
(() => {
  "use strict";
  document.addEventListener("invalid", (event) => {
    for (let part = event.target.closest("details"); part; part = part.parentElement.closest("details")) part.open = true;
    event.target.form.dataset.showAll = "";
  }, true);
})();

// What stands beside a form belongs to the form as it was: once that has changed, a line says so.
(() => {
  "use strict";
  const line = document.querySelector("[data-stale]");
  const form = document.querySelector("form.panel[method=get], form.custom-cards");
  if (!line || !form) return;
  const plain = (value) => value instanceof File ? value.name : value;
  // In any order: a part of the form may stand elsewhere on a phone.
  const written = () => JSON.stringify([...new FormData(form)].map(([name, value]) => `${name}=${plain(value)}`).sort());
  const before = written();
  const compare = () => { line.hidden = written() === before; };
  form.addEventListener("input", compare);
  window.addEventListener("pageshow", compare);
})();
