import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import type { RedisAddress } from '#server/platform/live/redis-address.ts';
import { endProcess } from '../../processes/end-process.ts';
import { freePort } from '../../running-site.ts';

/** The machine's Redis or Valkey. Without one, tests that need it are skipped. */
export const redisProgram = ['redis-server', 'valkey-server'].find(
  (name) => spawnSync(name, ['--version']).status === 0,
);

export interface TestRedis {
  url: string;
  address: RedisAddress;
  kill(): Promise<void>;
  /** Stops it without closing anything: it accepts connections and answers nothing. */
  pause(): void;
  resume(): void;
  start(): void;
}

/** A Redis on a free port without persistence. Clients connect as soon as it listens. */
export async function startRedis(): Promise<TestRedis> {
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let child: ChildProcess;
  const redis: TestRedis = {
    url,
    address: { url, sentinels: [], sentinelPassword: null },
    start() {
      child = spawn(
        redisProgram!,
        ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
        { stdio: 'ignore' },
      );
    },
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    async kill() {
      await endProcess(child, 'SIGKILL');
    },
  };
  redis.start();
  return redis;
}
