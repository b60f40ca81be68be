// A file that is dropped anywhere on the page, or pasted, is put into the form. Without scripts it is chosen.
(() => {
  "use strict";
  const form = document.querySelector("form[data-drop]");
  if (!form) return;
  const input = form.elements.file;

  function take(event, files) {
    if (!files || !files.length) return;
    event.preventDefault();
    input.files = files;
    input.focus();
  }

  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    const text = event.dataTransfer.getData("text");
    if (!event.dataTransfer.files.length && text && event.target !== form.elements.text) {
      event.preventDefault();
      form.elements.text.value = text;
    }
    take(event, event.dataTransfer.files);
  });
  addEventListener("paste", (event) => take(event, event.clipboardData.files));
})();
