import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { must } from '#contract/must.ts';
import type { SiteOrder } from './site.ts';
import type { Recorded } from './statements.ts';

export interface BenchSite {
  port: number;
  pid: number;
  sessions(members: number[]): Promise<string[]>;
  memory(): Promise<{ resident: number; heap: number }>;
  recording(work: () => Promise<unknown>): Promise<Recorded[]>;
  stop(): Promise<void>;
}

/**
 * Starts the site in a process of its own. `env` sets variables of that process, such as production limits.
 * Several `processes` share one port, like those of PROCESSES.
 */
export async function startSite(
  url: string,
  env: Record<string, string> = {},
  processes = 1,
): Promise<BenchSite> {
  const dataDir = mkdtempSync(join(tmpdir(), 'liaison-bench-site-'));
  const child = fork(
    join(import.meta.dirname, processes > 1 ? 'sites.ts' : 'site.ts'),
    processes > 1 ? [String(processes)] : [],
    {
      env: {
        ...process.env,
        DATABASE_URL: url,
        DATA_DIR: dataDir,
        PORT: '0',
        DEMO_MEMBERS: '0',
        LIMITS_SCALE: '1000000',
        LOG_LEVEL: 'warn',
        ...env,
      },
    },
  );
  const ready = await answer<{ port: number }>(child);
  const ask = <T>(order: SiteOrder) => {
    const answered = answer<T>(child);
    child.send(order);
    return answered;
  };
  return {
    port: ready.port,
    pid: must(child.pid, 'process ID of the site'),
    sessions: async (members) => (await ask<{ cookies: string[] }>({ order: 'sessions', members })).cookies,
    memory: () => ask({ order: 'memory' }),
    async recording(work) {
      await ask({ order: 'record' });
      await work();
      return (await ask<{ statements: Recorded[] }>({ order: 'recorded' })).statements;
    },
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.send({ order: 'stop' } satisfies SiteOrder);
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function answer<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const failed = (code: number | null) => reject(new Error(`The site ended (${code}) before it answered.`));
    child.once('exit', failed);
    child.once('message', (message) => {
      child.off('exit', failed);
      resolve(message as T);
    });
  });
}
