/* The page that is shown while the program does not answer: tries again until it does. */

async function look() {
  try {
    const answer = await fetch("/health", { cache: "no-store" });
    if (answer.ok) return location.reload();
  } catch {
    /* not yet */
  }
  setTimeout(look, 2000);
}

document.getElementById("again")?.addEventListener("click", () => location.reload());
setTimeout(look, 2000);
