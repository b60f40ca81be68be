// A file that is dropped anywhere on the page, or pasted, is put into the form. Without scripts it is chosen.
(() => {
  "use strict";
  const form = document.querySelector("form[data-drop]");
  if (!form) return;
  const input = form.elements.file;

  // Pictures go where a form takes pictures beside its file.
  function take(event, files) {
    if (!files || !files.length) return;
    event.preventDefault();
    const beside = form.elements.pictures;
    const target = beside && [...files].every((file) => file.type.startsWith("image/")) ? beside : input;
    target.files = files;
    target.dispatchEvent(new Event("change", { bubbles: true }));
    target.focus();
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
  // Cells that are copied in a spreadsheet come as text and as a picture of themselves: the text counts.
  addEventListener("paste", (event) => {
    if (!event.clipboardData.getData("text")) take(event, event.clipboardData.files);
  });
})();
