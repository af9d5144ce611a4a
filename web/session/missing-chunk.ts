const key = 'reloaded-at';

/**
 * Reloads the page when a code chunk fails to load because the site has a newer build, at most once in 60 seconds
 * (docs/product.md 8). A server that does not answer has no newer build: the page stays, with everything on it.
 */
export async function reloadOnce(): Promise<void> {
  const last = Number(sessionStorage.getItem(key) ?? 0);
  if (Date.now() - last < 60_000) return;
  const answers = await fetch('/api/health.php', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!answers) return;
  sessionStorage.setItem(key, String(Date.now()));
  location.reload();
}

/** True for the errors browsers give when a module can not be fetched. */
export const isMissingChunk = (error: unknown) =>
  error instanceof Error && /dynamically imported module|Importing a module script failed|error loading dynamically|Unable to preload/i.test(error.message);

/** Watches for failed preloads; route modules that fail reach the error page, which calls `reloadOnce`. */
export function reloadOnMissingChunk() {
  window.addEventListener('vite:preloadError', () => void reloadOnce());
}
