import { createServer } from 'node:net';
import { isMainThread } from 'node:worker_threads';
import { collectGarbage } from '#server/platform/memory/settle-memory.ts';

/**
 * Memory of a running site's process, before and after a garbage collection. This file is loaded into the
 * site (`node --import`) and reports on the socket BENCH_MEMORY.
 */
export interface Held {
  resident: number;
  collected: { resident: number; heap: number; external: number };
}

// Child processes of the site must not load this file.
delete process.env['NODE_OPTIONS'];

function held(): Held {
  const { rss: resident } = process.memoryUsage();
  collectGarbage();
  const { rss, heapUsed, external } = process.memoryUsage();
  return { resident, collected: { resident: rss, heap: heapUsed, external } };
}

// Worker threads of the site also load this file.
if (isMainThread)
  createServer((socket) => socket.end(JSON.stringify(held())))
    .listen(process.env['BENCH_MEMORY'])
    .unref();
