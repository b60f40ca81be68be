// The pages that this browser keeps: shown, all builds fetched at once, emptied. Only the worker knows them.
(() => {
  "use strict";
  const kept = document.querySelector("[data-kept]");
  const progress = document.querySelector("[data-progress]");
  const all = document.querySelector("[data-keep-all]");

  function show(when) {
    for (const part of document.querySelectorAll("[data-when]")) part.hidden = part.dataset.when !== when;
  }

  function ask(active, message) {
    return new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = (event) => resolve(event.data);
      active.postMessage(message, [port2]);
    });
  }

  function plain(title) {
    return new DOMParser().parseFromString(decodeURIComponent(title), "text/html").body.textContent;
  }

  function row({ address, title, kept: time }) {
    const [item, link, when] = ["li", "a", "span"].map((name) => document.createElement(name));
    link.href = address;
    link.textContent = plain(title);
    when.className = "about";
    when.textContent = new Date(time).toLocaleString("en-GB", { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
    item.append(link, " ", when);
    return item;
  }

  async function list(active) {
    const { pages, size } = (await ask(active, { work: "list" })) || { pages: [], size: 0 };
    kept.hidden = false;
    kept.querySelector("[data-kept-size]").textContent = pages.length
      ? `${pages.length} page${pages.length === 1 ? "" : "s"}, ${(size / 2 ** 20).toFixed(1)} MB.`
      : "Nothing yet.";
    kept.querySelector("[data-kept-list]").replaceChildren(...pages.sort((one, other) => other.kept - one.kept).map(row));
  }

  async function keepAll(active) {
    const links = [...document.querySelectorAll("[data-builds] a")];
    const missing = [];
    all.disabled = true;
    for (const [index, link] of links.entries()) {
      progress.textContent = `${index} of ${links.length} pages fetched …`;
      if (!(await ask(active, { work: "keep", about: link.href }))) missing.push(link.textContent);
    }
    all.disabled = false;
    progress.textContent = missing.length
      ? `${links.length - missing.length} of ${links.length} pages are kept. Not kept: ${missing.slice(0, 5).join(", ")}${missing.length > 5 ? " and more" : ""}. Try again with a better connection.`
      : `All ${links.length} pages are kept.`;
    await list(active);
  }

  async function start() {
    if (!isSecureContext) return show("insecure");
    if (!navigator.serviceWorker) return show("unable");
    show("ready");
    const { active } = await navigator.serviceWorker.ready;
    if (all && document.querySelector("[data-copy]")) all.disabled = true;
    all?.addEventListener("click", () => keepAll(active));
    document.querySelector("[data-empty]")?.addEventListener("click", async () => {
      await ask(active, { work: "empty" });
      progress.textContent = "Empty: nothing of yours is kept on this device.";
      await list(active);
    });
    await list(active);
  }

  start();
})();
