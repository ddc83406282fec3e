/* What every page does: light and dark, and the menu of languages keeps the rest of the address. */

const YEAR = 365 * 24 * 3600;
const root = document.documentElement;
const button = document.getElementById("theme");

function shown() {
  return root.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
}

function label() {
  button.textContent = shown() === "dark" ? button.dataset.light : button.dataset.dark;
}

if (button) {
  button.hidden = false;
  label();
  button.addEventListener("click", () => {
    root.dataset.theme = shown() === "dark" ? "light" : "dark";
    document.cookie = `theme=${root.dataset.theme}; Path=/; Max-Age=${YEAR}; SameSite=Lax`;
    label();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", label);
}

for (const link of document.querySelectorAll('.foot a[href^="?language="]')) {
  const address = new URL(location.href);
  address.searchParams.set("language", new URLSearchParams(link.search).get("language"));
  link.href = address.pathname + address.search;
}

// Only over https or on the machine itself: elsewhere browsers have no such thing.
navigator.serviceWorker?.register("/offline.js").catch(() => {});
