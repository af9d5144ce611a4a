import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { itemAt } from '#contract/must.ts';
import { withClient } from './database.ts';
import { MOST_OTHERS, type Round } from './rounds.ts';
import { literalOf } from './statements.ts';
import { median, round } from './statistics.ts';
import type { Outcome } from './workload.ts';

function inPairs(rounds: readonly Round[]): [Round, Round][] {
  const pairs: [Round, Round][] = [];
  for (let i = 0; i + 1 < rounds.length; i += 2) pairs.push([itemAt(rounds, i), itemAt(rounds, i + 1)]);
  return pairs;
}

function pairsOf(rounds: readonly Round[]): { kept: boolean; pairs: [Round, Round][] } {
  const all = inPairs(rounds);
  const kept = all.filter(([one]) => one.kept);
  return kept.length > 0 ? { kept: true, pairs: kept } : { kept: false, pairs: all };
}

export function ratiosOf(rounds: readonly Round[]): number[] {
  const { kept, pairs } = pairsOf(rounds);
  return kept ? pairs.map(([ours, other]) => ours.perSecond / other.perSecond) : [];
}

/**
 * The ratio of processor time per operation: the limit's divided by the site's, including the driver. It
 * varies less than throughput if other programs use the machine.
 */
export function cpuRatiosOf(rounds: readonly Round[]): number[] {
  const cost = (one: Round) => Object.values(one.cpuPerOperation).reduce((sum, used) => sum + used, 0);
  return inPairs(rounds).map(([ours, other]) => cost(other) / cost(ours));
}

/**
 * Writes `results/<name>.md` with the figures, the method and the plans of the statements; returns the
 * summary line.
 */
export async function report(name: string, outcome: Outcome, url: string, members: number): Promise<string> {
  const ratios = ratiosOf(outcome.rounds);
  const summary = summaryOf(outcome, ratios);
  const folder = join(import.meta.dirname, 'results');
  mkdirSync(folder, { recursive: true });
  const text = [
    `# ${outcome.id}. ${outcome.title}`,
    '',
    `**${summary}**; ${outcome.anySize ? '' : `${members.toLocaleString('en')} members, `}${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${await versionOf(url)}, ${cpus().length} x ${itemAt(cpus(), 0).model}, ${Math.round(totalmem() / 2 ** 30)} GB.`,
    '',
    ...(outcome.found ? [] : ratioLines(outcome, ratios)),
    ...outcome.notes,
    '',
    ...(outcome.found
      ? []
      : [
          `Rounds in turn; a pair with other programs above ${MOST_OTHERS * 100}% of the machine does not count (struck out).`,
          '',
          table(outcome.rounds),
          '',
        ]),
    ...(outcome.statements.length > 0 ? ['## Plans', '', ...(await plansOf(outcome, url)), ''] : []),
  ].join('\n');
  writeFileSync(join(folder, outcome.anySize ? `${name}.md` : `${name}-${members}.md`), text);
  return summary;
}

const ratioLines = ({ rounds }: Outcome, ratios: readonly number[]): string[] => [
  `Ratios of operations a second: ${ratios.length > 0 ? ratios.map((ratio) => round(ratio)).join(', ') : 'none'}.`,
  `Ratio of processor time an operation, all rounds: ${round(median(cpuRatiosOf(rounds)))}.`,
  '',
];

function summaryOf({ id, goal, figures, found, rounds }: Outcome, ratios: readonly number[]): string {
  if (found) return found.map((one) => `${one.id} ${round(one.value)} (goal ${one.goal})`).join(', ');
  if (!figures) {
    return ratios.length > 0
      ? `${id} ${round(median(ratios))} (goal ${goal})`
      : `${id}: no round was undisturbed; by processor time ${round(median(cpuRatiosOf(rounds)))} (goal ${goal})`;
  }
  const { kept, pairs } = pairsOf(rounds);
  const medians = figures.map(
    (one) =>
      `${one.id} ${round(median(pairs.map(([ours, other]) => one.of(ours, other))))} (goal ${one.goal})`,
  );
  return `${medians.join(', ')}${kept ? '' : '; no round was undisturbed'}`;
}

function table(rounds: readonly Round[]): string {
  const peers = [...new Set(rounds.flatMap((one) => Object.keys(one.cpuPerOperation)))].filter(
    (name) => !['server', 'postgres', 'bench'].includes(name),
  );
  const head = `| side | a second | server µs | PostgreSQL µs |${peers.map((name) => ` ${name} µs |`).join('')} driver µs | others | |\n|${'---|'.repeat(7 + peers.length)}`;
  const rows = rounds.map((one) => {
    const cpu = (group: string) => round(one.cpuPerOperation[group] ?? 0, 0);
    const name = one.kept ? one.name : `~~${one.name}~~`;
    return `| ${name} | ${round(one.perSecond, 0)} | ${cpu('server')} | ${cpu('postgres')} |${peers.map((peer) => ` ${cpu(peer)} |`).join('')} ${cpu('bench')} | ${round(one.others * 100, 0)}% | ${one.note} |`;
  });
  return [head, ...rows].join('\n');
}

async function versionOf(url: string): Promise<string> {
  return withClient(
    url,
    async (client) => `PostgreSQL ${(await client.query('show server_version')).rows[0].server_version}`,
  );
}

async function plansOf(outcome: Outcome, url: string): Promise<string[]> {
  return withClient(url, async (client) => {
    const parts: string[] = [];
    for (const statement of outcome.statements) {
      const text = literalOf(statement);
      await client.query('begin');
      await client.query(`explain (analyze) ${text}`); // the first run reads from disk and fills the catalogue caches
      const { rows } = await client.query(`explain (analyze, buffers) ${text}`);
      await client.query('rollback');
      parts.push(
        '```sql',
        text,
        '```',
        '',
        '```',
        ...rows.map((row) => row['QUERY PLAN'] as string),
        '```',
        '',
      );
    }
    return parts;
  });
}
