import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { DriverLoop } from './limit-loop.ts';
import { hasPgbench, pgbench } from './pgbench.ts';
import { scriptOf, type Recorded } from './statements.ts';

/** What the limit loop is, for the report. */
export const limitName = () => (hasPgbench() ? 'pgbench -M prepared' : 'the driver alone');

/**
 * Runs operations straight on the database: each is the statements that one request costs. With pgbench where it is
 * installed, else with the driver in another process.
 */
export async function limit(url: string, operations: readonly Recorded[][], clients: number, seconds: number): Promise<{ done: number; seconds: number }> {
  if (hasPgbench()) {
    // Each operation has values of its own, so each runs in a pgbench of its own.
    const each = await Promise.all(
      operations.map((one) => pgbench(url, { ...scriptOf(one), clients: Math.max(1, Math.round(clients / operations.length)), seconds })),
    );
    return { done: each.reduce((sum, one) => sum + one.done, 0), seconds: Math.max(...each.map((one) => one.seconds)) };
  }
  const child = fork(join(import.meta.dirname, 'limit-loop.ts'));
  const result = new Promise<{ done: number; seconds: number }>((resolve) => child.once('message', (message) => resolve(message as never)));
  child.send({ url, clients, seconds, operations } satisfies DriverLoop);
  return result;
}
