// Keeps the pages at the table for when there is no network: the page, its files and its odds, in a store for each opponent. With
// a network, what the server says counts; what is kept is the answer where it is silent. A link that was taken back (404) is
// forgotten here too.
const STORE = "muster-table ";
const PATIENCE = 4000;
const MOST_OPPONENTS = 8;

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("message", (event) => {
  const { page, files, odds } = event.data;
  const answer = (kept) => event.ports[0].postMessage({ kept });
  event.waitUntil(
    (files ? keepFiles(page, files) : keepOdds(page, odds)).then(
      () => answer(true),
      () => forgetEmpty(page).then(() => answer(false)),
    ),
  );
});

// The stores of a page with its opponents, the newest first.
async function storesOf(pathname) {
  const names = (await caches.keys()).filter((name) => name.startsWith(STORE) && name.slice(STORE.length).split("?")[0] === pathname);
  return names.reverse();
}

async function keepFiles(page, files) {
  const store = await caches.open(STORE + page);
  const others = (await storesOf(page.split("?")[0])).filter((name) => name !== STORE + page);
  for (const name of others.slice(MOST_OPPONENTS - 1)) await caches.delete(name);
  await store.addAll(files);
  const wanted = new Set(files);
  for (const request of await store.keys()) if (!wanted.has(request.url) && !request.url.includes("/table/odds/")) await store.delete(request, { ignoreVary: true });
}

// A store that got nothing: the link was taken back between the page and its files.
async function forgetEmpty(page) {
  const store = await caches.open(STORE + page);
  if (!(await store.keys()).length) await caches.delete(STORE + page);
}

// One after the other: each takes the server a moment.
async function keepOdds(page, addresses) {
  const store = await caches.open(STORE + page);
  const wanted = new Set(addresses);
  for (const request of await store.keys()) if (request.url.includes("/table/odds/") && !wanted.has(request.url)) await store.delete(request, { ignoreVary: true });
  for (const address of addresses) if (!(await store.match(address, { ignoreVary: true }))) await store.add(address);
}

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && new URL(request.url).origin === location.origin) event.respondWith(find(request));
});

async function find(request) {
  const kept = await stored(request);
  if (!kept) return fetch(request);
  if (request.url.includes("/table/odds/")) return kept;
  try {
    const answer = await Promise.race([fetch(request), new Promise((_, failed) => setTimeout(failed, PATIENCE))]);
    if (answer.status === 404 && request.mode === "navigate") for (const name of await storesOf(new URL(request.url).pathname)) await caches.delete(name);
    return answer;
  } catch {
    return kept;
  }
}

async function stored(request) {
  const exact = await caches.match(request, { ignoreVary: true });
  if (exact || request.mode !== "navigate") return exact;
  for (const name of await storesOf(new URL(request.url).pathname)) {
    const like = await (await caches.open(name)).match(request, { ignoreVary: true, ignoreSearch: true });
    if (like) return like;
  }
  return undefined;
}
