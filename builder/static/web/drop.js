// What is dropped anywhere on the page, or pasted outside of a field, goes into the page's form, and the form is sent.
const form = document.querySelector("form[data-drop]");
const status = document.querySelector("[data-dropping]");
const [file, text] = [form.querySelector("input[type=file]"), form.querySelector("textarea")];

function take(event, data) {
  const files = [...data.files];
  const words = data.getData("text/plain").trim();
  if (!files.length && !(words && text)) return;
  event.preventDefault();
  if (files.length > 1) status.textContent = status.dataset.several;
  else {
    if (files.length) file.files = data.files;
    else text.value = words;
    form.requestSubmit();
  }
}

addEventListener("dragover", (event) => {
  event.preventDefault();
  document.documentElement.classList.add("dropping");
});
for (const over of ["dragleave", "drop"]) addEventListener(over, () => document.documentElement.classList.remove("dropping"));
addEventListener("drop", (event) => event.target.matches?.("textarea, input") && !event.dataTransfer.files.length || take(event, event.dataTransfer));
addEventListener("paste", (event) => event.target.matches?.("textarea, input") || take(event, event.clipboardData));
