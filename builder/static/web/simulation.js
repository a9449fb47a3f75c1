// Follows a simulation: the bar moves as games are played, the page is read again now and then, and when it is over.

const status = document.querySelector("[data-follow]");
const address = status && status.dataset.follow;
const AGAIN = 15000;

if (address) {
  const began = Date.now();
  const stream = new EventSource(address);
  stream.addEventListener("progress", (event) => {
    const now = JSON.parse(event.data);
    status.querySelector("progress").value = now.played;
    status.querySelector("[data-played]").textContent = now.played;
    if (now.over || (now.played && Date.now() - began > AGAIN)) {
      stream.close();
      location.reload();
    }
  });
}
