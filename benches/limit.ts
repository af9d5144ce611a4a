import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { DriverLoop } from './limit-loop.ts';
import { hasPgbench, pgbench } from './pgbench.ts';
import { scriptOf, type Recorded } from './statements.ts';

export const limitName = () => (hasPgbench() ? 'pgbench -M prepared' : 'the driver alone');

/**
 * Runs operations directly on the database; an operation is the statements of one request. Uses pgbench if
 * installed, or else the driver in another process.
 */
export async function limit(
  url: string,
  operations: readonly Recorded[][],
  clients: number,
  seconds: number,
): Promise<{ done: number; seconds: number }> {
  if (hasPgbench()) {
    // Operations have different values, so each runs in its own pgbench.
    const each = await Promise.all(
      operations.map((one) =>
        pgbench(url, {
          ...scriptOf(one),
          clients: Math.max(1, Math.round(clients / operations.length)),
          seconds,
        }),
      ),
    );
    return {
      done: each.reduce((sum, one) => sum + one.done, 0),
      seconds: Math.max(...each.map((one) => one.seconds)),
    };
  }
  const child = fork(join(import.meta.dirname, 'limit-loop.ts'));
  const answer = once(child, 'message');
  child.send({ url, clients, seconds, operations } satisfies DriverLoop);
  const [result] = (await answer) as [{ done: number; seconds: number }];
  return result;
}
