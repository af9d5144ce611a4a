import { tabStorage } from '#web/page/browser-storage.ts';
import { reloadFailedSheets } from '#web/page/failed-sheets.ts';

const key = 'reloaded-at';

/**
 * Loads code that the user is waiting for. If the server no longer has it, because a newer build was deployed, the page
 * reloads. Preload with a plain `import()`, so that a failure stays silent until the code is needed.
 */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  try {
    await reloadFailedSheets();
    return await load();
  } catch (error) {
    if (isMissingChunk(error)) await reloadOnce();
    throw error;
  }
}

/**
 * Reloads the page at most once in 60 seconds, after a chunk failed to load because a newer build was
 * deployed (docs/product.md 8.3). If the server does not respond, the page stays as it is.
 */
export async function reloadOnce(): Promise<void> {
  const last = Number(tabStorage.get(key) ?? 0);
  if (Date.now() - last < 60_000) return;
  if (!(await serverAnswers())) return;
  const now = String(Date.now());
  tabStorage.set(key, now);
  // If the time of the reload cannot be stored, the next page would reload again, without end.
  if (tabStorage.get(key) !== now) return;
  location.reload();
}

/**
 * Opens a screen as a page of its own if its code cannot load because the server cannot be reached: the service worker
 * then shows the offline page. Returns whether it does so.
 */
export async function openOfflinePage(url: URL): Promise<boolean> {
  if (!navigator.serviceWorker?.controller || (await serverAnswers())) return false;
  location.assign(url);
  return true;
}

const serverAnswers = () =>
  fetch('/api/health.php', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

const RETRY_MS = 10_000;

/** Asks the server until it answers, at once when the network is back. */
export async function untilServerAnswers(): Promise<void> {
  while (!(await serverAnswers()))
    await new Promise<void>((resolve) => {
      const goOn = () => {
        window.removeEventListener('online', goOn);
        resolve();
      };
      window.addEventListener('online', goOn);
      setTimeout(goOn, RETRY_MS);
    });
}

/** Returns whether this is the error that browsers throw if a module cannot be fetched. */
export const isMissingChunk = (error: unknown) =>
  error instanceof Error &&
  /dynamically imported module|Importing a module script failed|error loading dynamically|Unable to preload/i.test(
    error.message,
  );
