import { readdirSync, readFileSync } from 'node:fs';

/** Processor time is counted in ticks of 10 ms on every Linux we run on. */
const TICK_US = 10_000;

export interface Usage {
  /** Microseconds of processor time that each group of processes used, by its name. */
  groups: Record<string, number>;
  /** Microseconds that the whole machine was busy. */
  busy: number;
  at: number;
}

/**
 * Reads what groups of processes and the machine have used so far. A group is the tree under its root process, without
 * the trees of other groups in it.
 */
export function usageOf(roots: Record<string, number | null>): Usage {
  const processes = readProcesses();
  const groups: Record<string, number> = {};
  for (const [name, root] of Object.entries(roots)) groups[name] = root === null ? 0 : treeOf(root, processes, new Set(Object.values(roots)));
  return { groups, busy: machineBusy(), at: performance.now() };
}

export interface Spent {
  seconds: number;
  /** Microseconds by group. */
  groups: Record<string, number>;
  /** Share of the machine's capacity (0..1) that programs outside the groups used meanwhile. */
  others: number;
}

export function between(before: Usage, after: Usage, processors: number): Spent {
  const seconds = (after.at - before.at) / 1000;
  const groups = Object.fromEntries(Object.keys(after.groups).map((name) => [name, after.groups[name]! - (before.groups[name] ?? 0)]));
  const ours = Object.values(groups).reduce((sum, one) => sum + one, 0);
  return { seconds, groups, others: Math.max(0, (after.busy - before.busy - ours) / (seconds * 1_000_000 * processors)) };
}

interface Process {
  parent: number;
  own: number;
  /** Of children that ended and were waited for. */
  ended: number;
}

function readProcesses(): Map<number, Process> {
  const found = new Map<number, Process>();
  for (const entry of readdirSync('/proc')) {
    const pid = Number(entry);
    if (!Number.isInteger(pid)) continue;
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The name may hold blanks and brackets: fields count from behind its last bracket.
      const fields = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number);
      found.set(pid, { parent: fields[1]!, own: (fields[11]! + fields[12]!) * TICK_US, ended: (fields[13]! + fields[14]!) * TICK_US });
    } catch {
      // ended meanwhile
    }
  }
  return found;
}

function treeOf(root: number, processes: Map<number, Process>, others: Set<number | null>): number {
  const self = processes.get(root);
  if (!self) return 0;
  let sum = self.own + self.ended;
  for (const [pid, { parent }] of processes) if (parent === root && !others.has(pid)) sum += treeOf(pid, processes, others);
  return sum;
}

function machineBusy(): number {
  const [user, nice, system, , , irq, softirq, steal] = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]!.trim().split(/\s+/).slice(1).map(Number);
  return (user! + nice! + system! + irq! + softirq! + steal!) * TICK_US;
}

/** How many files and connections a process of ours may have open. */
export const filesAllowed = () => Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Infinity);
