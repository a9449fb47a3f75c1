// Has the service worker keep this page, its parts, what it loaded, and then its odds; says when it can be used without a network.
export async function keepOffline({ status, words, parts, odds }) {
  if (!navigator.serviceWorker) {
    status.textContent = words.open;
    return;
  }
  const here = location.href.split("#")[0];
  const page = location.pathname + location.search;
  const wanted = odds.map((address) => new URL(address, here).href);
  try {
    await navigator.serviceWorker.register("/table-worker.js", { scope: location.pathname });
    const { active } = await navigator.serviceWorker.ready;
    if (document.readyState !== "complete") await new Promise((done) => addEventListener("load", done, { once: true }));
    const loaded = performance.getEntriesByType("resource").map((each) => each.name);
    const files = [here, ...parts, ...loaded.filter((address) => address.startsWith(`${location.origin}/static/`))];
    await ask(active, { page, files: [...new Set(files)] });
    status.textContent = words.kept;
    if (!odds.length) return;
    await ask(active, { page, odds: wanted });
    status.textContent = words["kept-odds"];
  } catch {
    // Without a network nothing new can be kept: what was kept before says what works. The page is found whatever opponent its
    // address names, as by the service worker.
    const code = !(await areKept([here], { ignoreSearch: true })) ? "not-kept" : odds.length && (await areKept(wanted)) ? "kept-odds" : "kept";
    status.textContent = words[code];
  }
}

async function areKept(addresses, how = {}) {
  try {
    const found = await Promise.all(addresses.map((address) => caches.match(address, { ignoreVary: true, ...how })));
    return found.every(Boolean);
  } catch {
    return false;
  }
}

function ask(worker, what) {
  return new Promise((done, failed) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => (data.kept ? done() : failed(new Error("not kept")));
    worker.postMessage(what, [port2]);
  });
}
