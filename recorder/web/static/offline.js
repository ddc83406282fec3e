/* Keeps one page for the time when the program does not answer; everything else goes to the program. */

const PAGE = "/offline";
const KEPT = "kifuwatch-offline";
const PARTS = [PAGE, "/static/base.css", "/static/board.css", "/static/console.css", "/static/page.js", "/static/back.js", "/static/icon.svg"];

addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(PARTS)).then(() => skipWaiting()));
});

addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("fetch", (event) => {
  const { request } = event;
  const path = new URL(request.url).pathname;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(() => caches.match(PAGE)));
  } else if (request.method === "GET" && PARTS.includes(path) && path !== PAGE) {
    event.respondWith(fetch(request).catch(() => caches.match(path)));
  }
});
