import cluster from 'node:cluster';
import { comeUp } from './lifecycle.ts';
import { readConfig } from './platform/config.ts';

// The program's entry point: one process that is the whole site (ROLE selects its parts) or, with PROCESSES,
// a supervisor of several. Each loads only the code it needs, which keeps the supervisor small.

await comeUp(async () => {
  const config = readConfig(process.env);
  if (config.processes > 1 && cluster.isPrimary) {
    const { superviseProcesses } = await import('./supervise.ts');
    await superviseProcesses(config);
  } else {
    const { bringUp } = await import('./bring-up.ts');
    await bringUp(config);
  }
});
