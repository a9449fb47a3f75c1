// Opens the roster that stands behind the "#" of this address: browsers keep that part to themselves, so it is sent from here.
// The address stays, so that it can be kept and read again.
import { swap } from "./swap.js";

const LETTERS = /^#e[AFJN][\w-]{40,}=*$/;
const form = document.querySelector("form[data-link]");
const status = document.querySelector("[data-opening]");

async function open() {
  if (!LETTERS.test(location.hash)) return;
  status.textContent = status.dataset.opening;
  try {
    const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams({ link: location.hash.slice(1) }) });
    await swap(await answer.text(), location.href);
  } catch {
    status.textContent = status.dataset.failed;
  }
}

addEventListener("hashchange", () => LETTERS.test(location.hash) && location.reload());

// Links within the page leave the address as it is.
addEventListener("click", (event) => {
  const target = document.getElementById(event.target.closest?.('a[href^="#"]')?.hash.slice(1));
  if (!target || !LETTERS.test(location.hash)) return;
  event.preventDefault();
  target.focus();
  target.scrollIntoView();
});

open();
