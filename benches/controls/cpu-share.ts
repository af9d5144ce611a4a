import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where Linux limits processor time, with version 1 of cgroups. */
const CGROUPS = '/sys/fs/cgroup/cpu';
const PERIOD_US = 10_000;

export const canLimitCpu = process.getuid?.() === 0 && existsSync(join(CGROUPS, 'cpu.cfs_quota_us'));

/** Limits each process to a share of one processor. Returns a function that lifts the limits. */
export function limitCpu(pids: readonly number[], share: number): () => void {
  const limits = pids.map((pid) => ({ pid, folder: join(CGROUPS, `liaison-bench-${pid}`) }));
  for (const { pid, folder } of limits) {
    mkdirSync(folder);
    writeFileSync(join(folder, 'cpu.cfs_period_us'), String(PERIOD_US));
    writeFileSync(join(folder, 'cpu.cfs_quota_us'), String(Math.round(PERIOD_US * share)));
    moveTo(folder, pid);
  }
  return () => {
    for (const { pid, folder } of limits) {
      if (existsSync(`/proc/${pid}`)) moveTo(CGROUPS, pid);
      rmdirSync(folder);
    }
  };
}

const moveTo = (folder: string, pid: number) => writeFileSync(join(folder, 'cgroup.procs'), String(pid));

export const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
