import { isMissingChunk } from './missing-chunk.ts';

const MOST = 5;
let told = 0;

/**
 * Reports an error in the page to the server: its kind and its place in the code. API errors, network
 * failures and missing chunks of an older build are not reported.
 */
export function tellError(error: unknown): void {
  if (
    !(error instanceof Error) ||
    error.name === 'ApiError' ||
    error.name === 'AbortError' ||
    isMissingChunk(error)
  )
    return;
  if (/failed to fetch|networkerror|load failed/i.test(error.message) || told >= MOST) return;
  told += 1;
  const { name, message, stack = '' } = error;
  const body = JSON.stringify({
    name: name.slice(0, 100),
    message: message.slice(0, 500),
    stack: stack.slice(0, 8000),
    path: location.pathname.slice(0, 500),
  });
  fetch('/api/client-error.php', {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body,
  }).catch(() => {});
}

export function watchErrors(): void {
  addEventListener('error', ({ error }) => tellError(error));
  addEventListener('unhandledrejection', ({ reason }) => tellError(reason));
}
