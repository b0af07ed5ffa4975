// Keeps the files of a page without a server, so that it opens without a network. `grundy page`
// writes the names of the files and the version here.

const version = "VERSION";
const files = ["FILES"];

const name = `grundy-${version}`;

addEventListener("install", (event) => {
  const kept = caches.open(name).then((cache) => cache.addAll(files.map((file) => new Request(file, { cache: "reload" }))));
  event.waitUntil(kept.then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  const others = caches.keys().then((names) => names.filter((other) => other.startsWith("grundy-") && other !== name));
  event.waitUntil(others.then((names) => Promise.all(names.map((other) => caches.delete(other)))).then(() => clients.claim()));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  const kept = caches.open(name).then((cache) => cache.match(request, { ignoreSearch: true }));
  event.respondWith(kept.then((found) => found ?? fetch(request)));
});
