// A page that was edited comes back as it stood: how far it was scrolled, and which fold-outs were open. Without scripts the
// anchor and the one fold-out that a form names do.
const key = `stay ${location.pathname}`;

addEventListener("submit", ({ target }) => {
  if (!target.matches('form[action$="/edit"]')) return;
  const open = [...document.querySelectorAll("details[id][open]")].map(({ id }) => id);
  sessionStorage.setItem(key, JSON.stringify({ y: scrollY, open }));
});

addEventListener("load", () => {
  const kept = JSON.parse(sessionStorage.getItem(key));
  sessionStorage.removeItem(key);
  if (!kept) return;
  for (const id of kept.open) document.getElementById(id)?.setAttribute("open", "");
  requestAnimationFrame(() => scrollTo(0, kept.y));
});
