import { readdirSync, readFileSync } from 'node:fs';
import { itemAt } from '#contract/must.ts';

/** Linux counts processor time in ticks of 10 ms on all supported platforms. */
const TICK_US = 10_000;

export interface Usage {
  groups: Record<string, number>;
  busy: number;
  at: number;
}

/**
 * Reads the processor time used so far by groups of processes and by the machine. A group is the process tree
 * under its root, without the trees of other groups.
 */
export function usageOf(roots: Record<string, number | null>): Usage {
  const processes = readProcesses();
  const groups: Record<string, number> = {};
  for (const [name, root] of Object.entries(roots))
    groups[name] = root === null ? 0 : treeOf(root, processes, new Set(Object.values(roots)));
  return { groups, busy: machineBusy(), at: performance.now() };
}

export interface Spent {
  seconds: number;
  groups: Record<string, number>;
  others: number;
}

export function between(before: Usage, after: Usage, processors: number): Spent {
  const seconds = (after.at - before.at) / 1000;
  const groups = Object.fromEntries(
    Object.entries(after.groups).map(([name, used]) => [name, used - (before.groups[name] ?? 0)]),
  );
  const ours = Object.values(groups).reduce((sum, one) => sum + one, 0);
  return {
    seconds,
    groups,
    others: Math.max(0, (after.busy - before.busy - ours) / (seconds * 1_000_000 * processors)),
  };
}

interface Process {
  parent: number;
  own: number;
  /** Time of exited children that the process has waited for. */
  ended: number;
}

function readProcesses(): Map<number, Process> {
  const found = new Map<number, Process>();
  for (const entry of readdirSync('/proc')) {
    const pid = Number(entry);
    if (!Number.isInteger(pid)) continue;
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The name may contain spaces and parentheses, so fields are counted after the last parenthesis.
      const fields = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number);
      found.set(pid, {
        parent: itemAt(fields, 1),
        own: (itemAt(fields, 11) + itemAt(fields, 12)) * TICK_US,
        ended: (itemAt(fields, 13) + itemAt(fields, 14)) * TICK_US,
      });
    } catch {
      // the process has ended in the meantime
    }
  }
  return found;
}

function treeOf(root: number, processes: Map<number, Process>, others: Set<number | null>): number {
  const self = processes.get(root);
  if (!self) return 0;
  let sum = self.own + self.ended;
  for (const [pid, { parent }] of processes)
    if (parent === root && !others.has(pid)) sum += treeOf(pid, processes, others);
  return sum;
}

function machineBusy(): number {
  const [head = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
  const fields = head.trim().split(/\s+/).slice(1).map(Number);
  // The sum of user, nice, system, irq, softirq and steal, without idle and iowait.
  return [0, 1, 2, 5, 6, 7].reduce((sum, field) => sum + itemAt(fields, field), 0) * TICK_US;
}

export const filesAllowed = () =>
  Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Infinity);
