import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../running-site.ts';

/** The Redis or Valkey of this machine; without one, tests that need it are skipped. */
export const redisProgram = ['redis-server', 'valkey-server'].find((name) => spawnSync(name, ['--version']).status === 0);

export interface TestRedis {
  url: string;
  /** Ends it at once. */
  kill(): Promise<void>;
  /** Brings it up again at the same address. */
  start(): void;
}

/** A Redis of one's own on a free port that keeps nothing. Clients connect as soon as it listens. */
export async function startRedis(): Promise<TestRedis> {
  const port = await freePort();
  let child: ChildProcess;
  const redis: TestRedis = {
    url: `redis://127.0.0.1:${port}`,
    start() {
      child = spawn(redisProgram!, ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], { stdio: 'ignore' });
    },
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
  redis.start();
  return redis;
}
