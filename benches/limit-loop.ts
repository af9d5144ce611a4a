import pg from 'pg';
import type { Recorded } from './statements.ts';

/**
 * The limit loop where pgbench is missing: the driver alone, in this process of its own, `clients` connections that
 * each run one named statement after the other. Started by `run.ts` with one message; returns one.
 */
export interface DriverLoop {
  url: string;
  clients: number;
  seconds: number;
  /** The statements of one operation each. */
  operations: readonly Recorded[][];
}

const names = new Map<string, string>();
const nameOf = (text: string) => names.get(text) ?? (names.set(text, `limit${names.size}`), names.get(text)!);

process.once('message', async (loop: DriverLoop) => {
  let done = 0;
  const began = performance.now();
  const end = began + loop.seconds * 1000;
  await Promise.all(
    Array.from({ length: loop.clients }, async (_, start) => {
      const client = new pg.Client({ connectionString: loop.url, options: '-c plan_cache_mode=force_generic_plan' });
      await client.connect();
      for (let i = start; performance.now() < end; i++) {
        for (const { text, values } of loop.operations[i % loop.operations.length]!) await client.query({ name: nameOf(text), text, values });
        done++;
      }
      await client.end();
    }),
  );
  process.send!({ done, seconds: (performance.now() - began) / 1000 });
  process.disconnect();
});
