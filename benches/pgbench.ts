import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Returns whether pgbench is installed (Debian: postgresql-contrib). If not, the driver in a process of its
 * own measures the limit.
 */
export const hasPgbench = () => spawnSync('pgbench', ['--version']).status === 0;

export interface LimitLoop {
  script: string;
  variables?: Record<string, string>;
  clients: number;
  seconds: number;
  latencies?: boolean;
}

export interface LoopResult {
  done: number;
  seconds: number;
  latenciesMs: number[];
}

/**
 * Runs pgbench with prepared statements and generic plans on the same database. Its rate is the limit with
 * which the server is compared. Returns the number of transactions and the seconds.
 */
export async function pgbench(
  url: string,
  { script, variables = {}, clients, seconds, latencies = false }: LimitLoop,
): Promise<LoopResult> {
  const folder = mkdtempSync(join(tmpdir(), 'liaison-bench-'));
  try {
    const file = join(folder, 'script.sql');
    writeFileSync(file, script);
    const given = Object.entries(variables).flatMap(([name, value]) => ['-D', `${name}=${value}`]);
    const log = latencies ? ['-l', '--log-prefix', join(folder, 'log')] : [];
    const { stdout } = await run(
      'pgbench',
      [
        '-f',
        file,
        ...given,
        ...log,
        '-n',
        '-M',
        'prepared',
        '-c',
        String(clients),
        '-j',
        '1',
        '-T',
        String(seconds),
        url,
      ],
      {
        env: { ...process.env, PGOPTIONS: '-c plan_cache_mode=force_generic_plan' },
        maxBuffer: 10_000_000,
      },
    );
    const done = /number of transactions actually processed: (\d+)/.exec(stdout);
    const perSecond = /tps = ([\d.]+)/.exec(stdout);
    if (!done || !perSecond) throw new Error(`pgbench said nothing of transactions:\n${stdout}`);
    return {
      done: Number(done[1]),
      seconds: Number(done[1]) / Number(perSecond[1]),
      latenciesMs: latencies ? readLog(folder) : [],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readLog(folder: string): number[] {
  const lines = readdirSync(folder)
    .filter((name) => name.startsWith('log'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'));
  return lines.map((line) => Number(line.split(' ')[2]) / 1000).sort((a, b) => a - b);
}
