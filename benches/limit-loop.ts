import { itemAt } from '#contract/must.ts';
import { sendToParent } from '#server/parent-process.ts';
import { withClient } from './database.ts';
import type { Recorded } from './statements.ts';

/**
 * The limit if pgbench is missing: the bare driver in a process of its own, with `clients` connections that
 * run named statements one after the other. `run.ts` starts it with one message, and it returns one.
 */
export interface DriverLoop {
  url: string;
  clients: number;
  seconds: number;
  operations: readonly Recorded[][];
}

const names = new Map<string, string>();
function nameOf(text: string): string {
  const name = names.get(text) ?? `limit${names.size}`;
  names.set(text, name);
  return name;
}

process.once('message', async (loop: DriverLoop) => {
  let done = 0;
  const began = performance.now();
  const end = began + loop.seconds * 1000;
  await Promise.all(
    Array.from({ length: loop.clients }, (_, start) =>
      withClient(
        { connectionString: loop.url, options: '-c plan_cache_mode=force_generic_plan' },
        async (client) => {
          for (let i = start; performance.now() < end; i++) {
            for (const { text, values } of itemAt(loop.operations, i % loop.operations.length))
              await client.query({ name: nameOf(text), text, values });
            done++;
          }
        },
      ),
    ),
  );
  sendToParent({ done, seconds: (performance.now() - began) / 1000 });
  process.disconnect();
});
