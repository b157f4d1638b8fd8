// The page offline: every file of one build, kept together. src/ui/build/finish.mjs writes in the build's version and its list of files.
// A new build is fetched whole beside the old one, and the next visit starts from it.
const PREFIX = `limn ${new URL(self.registration.scope).pathname} `;
const CACHE = `${PREFIX}__VERSION__`;
const FILES = /* files */ [];

self.addEventListener("install", (event) => {
  // `reload` goes past the browser's own cache, which may still hold a file of the build before.
  const fresh = FILES.map((path) => new Request(path, { cache: "reload" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  // The build before is kept (names come oldest first): a page that started from it may still ask for its files.
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
