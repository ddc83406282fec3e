/* News from the server: one stream a page, which comes back by itself and says when it is cut off. */

const QUIET = 12_000; // The server sends a beat every 5 s.

/**
 * Follow a stream of server-sent events.
 *
 * handlers: object of event name to function of the parsed data.
 * onConnection(alive): called whenever the stream is lost or is there again.
 * Returns a function that ends it.
 */
export function follow(url, handlers, onConnection = () => {}) {
  let source = null;
  let alive = null;
  let watch = 0;
  let retry = 0;
  let last = "";
  let ended = false;

  const report = (now) => {
    if (now !== alive) {
      alive = now;
      onConnection(now);
    }
  };

  const heard = () => {
    clearTimeout(watch);
    watch = setTimeout(reopen, QUIET);
    report(true);
  };

  function reopen() {
    report(false);
    source?.close();
    clearTimeout(retry);
    if (!ended) retry = setTimeout(open, 1500 + 1500 * Math.random());
  }

  function open() {
    const address = new URL(url, location.href);
    if (last) address.searchParams.set("after", last);
    source = new EventSource(address);
    source.addEventListener("open", heard);
    source.addEventListener("error", () => {
      report(false);
      // The browser tries again by itself, unless the server answered with something else than a stream.
      if (source.readyState === EventSource.CLOSED) reopen();
    });
    for (const [name, handle] of Object.entries(handlers)) {
      source.addEventListener(name, (event) => {
        heard();
        if (event.lastEventId) last = event.lastEventId;
        handle(event.data ? JSON.parse(event.data) : null);
      });
    }
    source.addEventListener("beat", heard);
  }

  open();
  addEventListener("pagehide", () => source?.close());
  addEventListener("pageshow", (event) => event.persisted && reopen());
  return () => {
    ended = true;
    clearTimeout(watch);
    clearTimeout(retry);
    source?.close();
  };
}
