// Service worker: caches all files of one build for offline use. src/ui/build/finish.mjs inserts the build's version and file list.
// A new build is fetched completely beside the old one, and the next visit uses it.
const PREFIX = `limn ${new URL(self.registration.scope).pathname} `;
const CACHE = `${PREFIX}__VERSION__`;
const FILES = /* files */ [];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => Promise.all(FILES.map((path) => keep(cache, path)))).then(() => self.skipWaiting()));
});

/** Files with a hash in their name never change: an earlier build or the page, a moment ago, may have fetched them. Others are requested from the server. */
async function keep(cache, path) {
  const isFixed = /-[0-9a-f]{16}[-._]/.test(path);
  const kept = isFixed && (await caches.match(path));
  if (kept) return cache.put(path, kept);
  return cache.add(new Request(path, { cache: isFixed ? "force-cache" : "no-cache" }));
}

self.addEventListener("activate", (event) => {
  // Keep the previous build (names are sorted oldest first): a page started from it may still request its files.
  const old = (names) => names.filter((name) => name.startsWith(PREFIX)).slice(0, -2).filter((name) => name !== CACHE);
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== location.origin) return;
  event.respondWith(answer(event.request));
});

async function answer(request) {
  const cache = await caches.open(CACHE);
  const options = { ignoreSearch: true };
  return (await cache.match(request, options)) ?? (await caches.match(request, options)) ?? fetch(request);
}
