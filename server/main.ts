import cluster from 'node:cluster';
import { comeUp } from './lifecycle.ts';
import { readConfig } from './platform/config.ts';

// Where the program begins: one process that is the whole site (ROLE says which parts), or with PROCESSES one that looks after
// several. What only one of the two needs is loaded by it alone: whoever looks after others stays small.

await comeUp(async () => {
  const config = readConfig(process.env);
  if (config.processes > 1 && cluster.isPrimary) {
    const { supervise } = await import('./supervise.ts');
    await supervise(config);
  } else {
    const { bringUp } = await import('./bring-up.ts');
    await bringUp(config);
  }
});
