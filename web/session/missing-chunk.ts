const key = 'reloaded-at';

/** Reloads the page when a code chunk fails to load, at most once in 60 seconds (docs/product.md 8). Answers whether it does. */
export function reloadOnce(): boolean {
  const last = Number(sessionStorage.getItem(key) ?? 0);
  if (Date.now() - last < 60_000) return false;
  sessionStorage.setItem(key, String(Date.now()));
  location.reload();
  return true;
}

/** True for the errors browsers give when a module can not be fetched. */
export const isMissingChunk = (error: unknown) =>
  error instanceof Error && /dynamically imported module|Importing a module script failed|error loading dynamically|Unable to preload/i.test(error.message);

/** Watches for failed preloads; route modules that fail reach the error page, which calls `reloadOnce`. */
export function reloadOnMissingChunk() {
  window.addEventListener('vite:preloadError', (event) => {
    if (reloadOnce()) event.preventDefault();
  });
}
