// Buttons that copy a field. Where the browser gives no clipboard (a page that is not its own machine's and not encrypted), the
// field is selected, ready to be copied by hand. What happened is said to screen readers, and stands on the button for a while.
const status = document.querySelector("[data-copied]");

for (const button of document.querySelectorAll("button[data-copy]")) {
  const words = button.textContent;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const field = document.getElementById(button.dataset.copy);
    let said = status.dataset.copied;
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      field.focus();
      field.select();
      said = status.dataset.byHand;
    }
    button.textContent = said;
    status.textContent = "";
    requestAnimationFrame(() => (status.textContent = said));
    setTimeout(() => (button.textContent = words), 4000);
  });
}
