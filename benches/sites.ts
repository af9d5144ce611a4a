import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { join } from 'node:path';
import { itemAt } from '#contract/must.ts';
import { sendToParent } from '#server/parent-process.ts';
import type { SiteOrder } from './site.ts';

/**
 * Several processes of `site.ts` on one shared port, like those of PROCESSES (server/supervise.ts). This
 * process serves no requests and forwards orders to the first; the order to stop goes to all.
 */
cluster.setupPrimary({ exec: join(import.meta.dirname, 'site.ts') });
const workers: Worker[] = Array.from({ length: Number(process.argv[2]) }, () => cluster.fork());
// A worker that listens on port 0 gets the port that its siblings share.
const ready = await Promise.all(workers.map(async (worker) => (await once(worker, 'message'))[0] as object));
const first = itemAt(workers, 0);
first.on('message', (answer: object) => sendToParent(answer));
process.once('disconnect', () => process.exit());
process.on('message', async (order: SiteOrder) => {
  if (order.order !== 'stop') return void first.send(order);
  await Promise.all(
    workers.map((worker) => {
      const ended = once(worker, 'exit');
      worker.send(order);
      return ended;
    }),
  );
  process.disconnect();
});
sendToParent(itemAt(ready, 0));
