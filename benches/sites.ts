import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { join } from 'node:path';
import type { SiteOrder } from './site.ts';

/**
 * Several processes of `site.ts` on one shared port, as the supervisor of PROCESSES has them (server/supervise.ts). It answers
 * nobody itself and passes orders on to the first; the order to stop goes to all.
 */
cluster.setupPrimary({ exec: join(import.meta.dirname, 'site.ts') });
const workers: Worker[] = Array.from({ length: Number(process.argv[2]) }, () => cluster.fork());
// A process that asks for any free port is given the one that its siblings have.
const [ready] = await Promise.all(workers.map(async (worker) => (await once(worker, 'message'))[0] as object));
workers[0]!.on('message', (answer: object) => process.send!(answer));
process.on('message', async (order: SiteOrder) => {
  if (order.order !== 'stop') return void workers[0]!.send(order);
  await Promise.all(
    workers.map((worker) => {
      const ended = once(worker, 'exit');
      worker.send(order);
      return ended;
    }),
  );
  process.disconnect();
});
process.send!(ready);
