// Keyboard shortcuts: their keys stand in the page's list of them, which `?` and a button open; other scripts ask here.
(() => {
  "use strict";
  const dialog = document.getElementById("shortcuts");
  const keys = new Map();
  for (const row of dialog.querySelectorAll("[data-shortcut]")) keys.set(row.dataset.shortcut, JSON.parse(row.dataset.keys));

  // The keys of an event as the list writes them: a Mac's Command is Control; Shift counts where the key does not say it.
  function written(event) {
    const held = event.ctrlKey || event.metaKey ? "Control+" : "";
    const shift = event.shiftKey && (held || event.key.length > 1) ? "Shift+" : "";
    return `${held}${event.altKey ? "Alt+" : ""}${shift}${held ? event.key.toLowerCase() : event.key}`;
  }

  function isPressed(event, name) {
    const pressed = written(event);
    return keys.get(name).some((key) => key === pressed || (key === "letter" && /^\p{L}$/u.test(pressed)));
  }

  // In a field every key belongs to what is typed.
  const isTyping = (event) => !!event.target.closest("input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, select, [contenteditable]");

  function open() {
    if (!dialog.open) dialog.showModal();
  }

  document.addEventListener("keydown", (event) => {
    if (!isPressed(event, "help") || isTyping(event) || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    open();
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-open-shortcuts]")) open();
    if (event.target === dialog) dialog.close();
  });
  document.documentElement.classList.add("has-shortcuts");
  window.shortcuts = { isPressed, isTyping };
})();
