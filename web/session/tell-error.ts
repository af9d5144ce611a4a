import { isMissingChunk } from './missing-chunk.ts';

/** A page that fails again and again says so this often. */
const MOST = 5;
let told = 0;

/**
 * Tells the server of an error in the page, so that somebody learns of it: its kind and its place in the code. Refusals of the
 * API are the server's own, a network that is away and a newer build are no faults.
 */
export function tellError(error: unknown): void {
  if (!(error instanceof Error) || error.name === 'ApiError' || error.name === 'AbortError' || isMissingChunk(error)) return;
  if (/failed to fetch|networkerror|load failed/i.test(error.message) || told >= MOST) return;
  told += 1;
  const { name, message, stack = '' } = error;
  const body = JSON.stringify({ name: name.slice(0, 100), message: message.slice(0, 500), stack: stack.slice(0, 8000), path: location.pathname.slice(0, 500) });
  fetch('/api/client-error.php', { method: 'POST', keepalive: true, headers: { 'content-type': 'application/json' }, body }).catch(() => {});
}

/** Watches for errors that no screen catches. */
export function watchErrors(): void {
  addEventListener('error', ({ error }) => tellError(error));
  addEventListener('unhandledrejection', ({ reason }) => tellError(reason));
}
