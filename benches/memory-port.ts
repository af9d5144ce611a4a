import { createServer } from 'node:net';
import { isMainThread } from 'node:worker_threads';
import { collectGarbage } from '#server/platform/settle-memory.ts';

/**
 * Loaded into a running site beside its own code (`node --import`): on the socket BENCH_MEMORY it says what the process holds,
 * and once more after a garbage collection.
 */
export interface Held {
  /** Bytes, as the process was. */
  resident: number;
  /** After the collection. */
  collected: { resident: number; heap: number; external: number };
}

// Processes that the site starts are none of ours.
delete process.env['NODE_OPTIONS'];

function held(): Held {
  const { rss: resident } = process.memoryUsage();
  collectGarbage();
  const { rss, heapUsed, external } = process.memoryUsage();
  return { resident, collected: { resident: rss, heap: heapUsed, external } };
}

// Threads of the site load this, too.
if (isMainThread)
  createServer((socket) => socket.end(JSON.stringify(held())))
    .listen(process.env['BENCH_MEMORY'])
    .unref();
