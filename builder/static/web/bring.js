// What is dropped anywhere on the page, or pasted outside of a field, goes into the page's form, and the form is sent.
const form = document.querySelector("form[data-bring]");
const status = document.querySelector("[data-several]");
const [file, text] = [form.querySelector("input[type=file]"), form.querySelector("textarea")];
const isTyped = ({ target }) => target.matches?.("textarea, input:not([type=file])");

function take(event, data) {
  const words = data.getData("text/plain").trim();
  if (!data.files.length && !(words && text)) return;
  event.preventDefault();
  if (data.files.length > 1 && !file.multiple) {
    status.textContent = status.dataset.several;
    return;
  }
  if (data.files.length) file.files = data.files;
  else text.value = words;
  form.requestSubmit();
}

addEventListener("dragover", (event) => {
  if (!event.dataTransfer.types.includes("Files") && (isTyped(event) || !text)) return;
  event.preventDefault();
  document.documentElement.classList.add("bringing");
});
for (const over of ["dragleave", "drop"]) {
  addEventListener(over, () => document.documentElement.classList.remove("bringing"));
}
addEventListener("drop", (event) => {
  if (event.dataTransfer.files.length || !isTyped(event)) take(event, event.dataTransfer);
});
addEventListener("paste", (event) => {
  if (!isTyped(event)) take(event, event.clipboardData);
});
