import type { ServerResponse } from 'node:http';

/** Interval of a comment line that keeps proxies from closing an idle stream. */
export const HEARTBEAT_MS = 25_000;
const RETRY_MS = 2000;
/** A reader that falls behind by more than this is disconnected. It reconnects and catches up. */
const MOST_UNSENT_BYTES = 512 * 1024;

export function beginStream(response: ServerResponse): void {
  // No chunked encoding: a stream ends only with its connection, and each event is one write instead of
  // three.
  response.removeHeader('transfer-encoding');
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  response.write(`retry: ${RETRY_MS}\n\n`);
}

export function writeEvent(response: ServerResponse, name: string, data: unknown, id?: string): void {
  write(
    response,
    `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`,
  );
}

export const writeHeartbeat = (response: ServerResponse): void => write(response, ':\n\n');

function write(response: ServerResponse, text: string): void {
  if (response.destroyed || response.writableEnded) return;
  response.write(text);
  if (response.writableLength > MOST_UNSENT_BYTES) response.destroy();
}
