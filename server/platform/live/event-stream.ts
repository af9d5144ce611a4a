import type { ServerResponse } from 'node:http';

/** A comment line in this rhythm keeps proxies from closing a silent stream. */
export const HEARTBEAT_MS = 25_000;
/** How soon a browser comes back. */
const RETRY_MS = 2000;
/** A reader that is this far behind is closed: it comes back and catches up. */
const MOST_UNSENT_BYTES = 512 * 1024;

/** Opens an event stream on a raw answer. */
export function beginStream(response: ServerResponse): void {
  // Not in chunks: a stream has no end but that of its connection, and each event is then one write instead of three.
  response.removeHeader('transfer-encoding');
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  response.write(`retry: ${RETRY_MS}\n\n`);
}

/** Sends one event; `id` is what the browser names when it comes back. */
export function writeEvent(response: ServerResponse, name: string, data: unknown, id?: string): void {
  write(response, `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
}

/** Sends the comment line that keeps a silent stream open. */
export const writeHeartbeat = (response: ServerResponse): void => write(response, ':\n\n');

function write(response: ServerResponse, text: string): void {
  if (response.destroyed || response.writableEnded) return;
  response.write(text);
  if (response.writableLength > MOST_UNSENT_BYTES) response.destroy();
}
