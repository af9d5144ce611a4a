import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { endProcess } from '../../processes/end-process.ts';
import { freePort } from '../../running-site.ts';
import { redisProgram } from './redis.ts';

const PASSWORD = 'of the servers';
const SENTINEL_PASSWORD = 'of the sentinels';
const GROUP = 'liaison';
/** Silence after which sentinels consider the primary gone. */
const DOWN_AFTER_MS = 1000;

export const missingSentinel =
  redisProgram === undefined || spawnSync('redis-sentinel', ['--version']).status !== 0
    ? ['redis-sentinel']
    : [];

export interface Sentinels {
  /** Variables of a site. */
  env: Record<'REDIS_URL' | 'REDIS_SENTINELS' | 'REDIS_SENTINEL_PASSWORD', string>;
  /** The port of the server that the sentinels name as primary. */
  primaryPort(): Promise<number>;
  kill(port: number): Promise<void>;
  /** Stops a server without closing anything: it accepts connections and answers nothing. */
  pause(port: number): void;
  resume(port: number): void;
  close(): Promise<void>;
}

/** A primary, a replica and three sentinels on free ports, all with passwords. */
export async function startSentinels(): Promise<Sentinels> {
  const folder = mkdtempSync(join(tmpdir(), 'liaison-sentinels-'));
  const [first, second] = [await freePort(), await freePort()];
  const ports = [await freePort(), await freePort(), await freePort()];
  const serve = (port: number, more: string[]) =>
    spawn(
      redisProgram!,
      [
        ...['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''],
        ...['--requirepass', PASSWORD, '--masterauth', PASSWORD, '--appendonly', 'no', ...more],
      ],
      { stdio: 'ignore' },
    );
  const servers = new Map([
    [first, serve(first, [])],
    [second, serve(second, ['--replicaof', '127.0.0.1', String(first), '--repl-diskless-sync-delay', '0'])],
  ]);
  await untilReplicating(second);
  const watchers = ports.map((port) => {
    const file = join(folder, `sentinel-${port}.conf`);
    writeFileSync(file, sentinelSettings(port, first));
    return spawn('redis-sentinel', [file], { stdio: 'ignore' });
  });
  const sentinel = new Redis({ port: ports[0]!, password: SENTINEL_PASSWORD });
  sentinel.on('error', () => {});
  await untilSentinelsMeet(sentinel);

  return {
    env: {
      REDIS_URL: `redis://:${encodeURIComponent(PASSWORD)}@${GROUP}`,
      REDIS_SENTINELS: ports.map((port) => `127.0.0.1:${port}`).join(','),
      REDIS_SENTINEL_PASSWORD: SENTINEL_PASSWORD,
    },
    async primaryPort() {
      const [, port] = (await sentinel.call('sentinel', 'get-master-addr-by-name', GROUP)) as string[];
      return Number(port);
    },
    kill: (port) => endProcess(servers.get(port)!, 'SIGKILL'),
    pause: (port) => void servers.get(port)!.kill('SIGSTOP'),
    resume: (port) => void servers.get(port)!.kill('SIGCONT'),
    async close() {
      sentinel.disconnect();
      await Promise.all([...watchers, ...servers.values()].map((child) => endProcess(child, 'SIGKILL')));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilReplicating(port: number): Promise<void> {
  const redis = new Redis({ port, password: PASSWORD });
  redis.on('error', () => {});
  while (!(await redis.info('replication')).includes('master_link_status:up')) await pause();
  redis.disconnect();
}

/** Sentinels find each other and the replica through the primary. Before that, none would be promoted. */
async function untilSentinelsMeet(sentinel: Redis): Promise<void> {
  for (;;) {
    const text = await sentinel.info('sentinel');
    if (/slaves=1,sentinels=3/.test(text)) return;
    await pause();
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 50));

const sentinelSettings = (port: number, primary: number) => `port ${port}
bind 127.0.0.1
requirepass "${SENTINEL_PASSWORD}"
sentinel sentinel-pass "${SENTINEL_PASSWORD}"
sentinel monitor ${GROUP} 127.0.0.1 ${primary} 2
sentinel auth-pass ${GROUP} "${PASSWORD}"
sentinel down-after-milliseconds ${GROUP} ${DOWN_AFTER_MS}
sentinel failover-timeout ${GROUP} 5000
`;
