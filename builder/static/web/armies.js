// Files dropped on a form go into its file fields: the first into the first that is still empty. Without scripts, and with the
// keyboard, files are chosen by the fields themselves.
const form = document.querySelector("form[data-armies]");
const fields = [...(form?.querySelectorAll("input[type=file]") ?? [])];

for (const kind of ["dragover", "dragleave", "drop"]) {
  addEventListener(kind, (event) => {
    if (!form || !event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    form.classList.toggle("dropping", kind === "dragover");
    if (kind === "drop") give([...event.dataTransfer.files], event.target.closest?.("fieldset"));
  });
}

function give(files, wanted) {
  const order = [...fields].sort((a, b) => rank(a, wanted) - rank(b, wanted));
  files.slice(0, order.length).forEach((file, at) => {
    const held = new DataTransfer();
    held.items.add(file);
    order[at].files = held.files;
  });
}

// Where a file was dropped comes first, then what is empty.
function rank(field, wanted) {
  if (wanted?.contains(field)) return -1;
  return field.files.length ? 1 : 0;
}
