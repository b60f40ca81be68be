// A long PDF or zip is fetched as it is drawn: a line says how far it is, Cancel stops it. Without scripts it downloads
// as any link.
(() => {
  "use strict";
  const link = document.querySelector("a[data-sheets]");
  const line = document.querySelector("[data-progress]");
  if (!link || !line || !window.ReadableStream) return;
  const bar = line.querySelector("progress");
  const said = line.querySelector("[role=status]");
  const total = Number(link.dataset.sheets);
  const zip = link.dataset.kind === "zip";
  const mark = zip ? "PK\u0003\u0004" : "/MediaBox";
  const noun = zip ? "files" : "sides";
  let stop = null;

  function save(parts) {
    const address = URL.createObjectURL(new Blob(parts, { type: zip ? "application/zip" : "application/pdf" }));
    const to = document.createElement("a");
    to.href = address;
    to.download = link.dataset.name;
    to.click();
    setTimeout(() => URL.revokeObjectURL(address), 60000);
  }

  async function fetched() {
    const response = await fetch(link.href, { signal: stop.signal });
    if (!response.ok) throw new Error(String(response.status));
    const reader = response.body.getReader();
    const latin = new TextDecoder("latin1");
    const parts = [];
    let sheets = 0;
    let tail = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return parts;
      parts.push(value);
      const text = tail + latin.decode(value);
      sheets += text.split(mark).length - 1;
      tail = text.slice(-(mark.length - 1));
      bar.value = sheets;
      said.textContent = `${sheets} of ${total} ${noun}`;
    }
  }

  link.addEventListener("click", async (event) => {
    event.preventDefault();
    if (stop) return;
    stop = new AbortController();
    bar.value = 0;
    said.textContent = `0 of ${total} ${noun}`;
    line.hidden = false;
    try {
      save(await fetched());
      said.textContent = `${total} of ${total} ${noun}: saved.`;
    } catch {
      said.textContent = stop.signal.aborted ? "Stopped." : "The network is away. Try again.";
    } finally {
      stop = null;
    }
  });
  line.querySelector("button").addEventListener("click", () => stop && stop.abort());
})();
