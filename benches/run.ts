import { parseArgs } from 'node:util';
import { must } from '#contract/must.ts';
import { startSite } from './bench-site.ts';
import { benchDatabase } from './database.ts';
import { report } from './report.ts';
import type { Bench, Outcome } from './workload.ts';
import { bundle } from './workloads/bundle.ts';
import { deliver, relay } from './workloads/deliver.ts';
import { searchFilters } from './workloads/filters.ts';
import { flat } from './workloads/flat.ts';
import { idle } from './workloads/idle.ts';
import { noisy } from './workloads/noisy.ts';
import { overload } from './workloads/overload.ts';
import { membersPage, visitorPage } from './workloads/pages.ts';
import { pair } from './workloads/pair.ts';
import { processes, processesApart } from './workloads/processes.ts';
import { read, readNames } from './workloads/reads.ts';
import { search } from './workloads/search.ts';
import { send, sendBatch } from './workloads/send.ts';
import { soak } from './workloads/soak.ts';
import { commonestTaps } from './workloads/taps.ts';

/**
 * `npm run bench [name] -- --members 1000000 --rounds 5 --seconds 8`: runs the workloads of this folder. Each
 * workload results in a ratio.
 */
const workloads: Record<string, (bench: Bench) => Promise<Outcome>> = {
  search,
  flat,
  filters: searchFilters,
  send,
  'send-batch': sendBatch,
  pair,
  deliver,
  relay,
  ...Object.fromEntries(readNames.map((name) => [name, read(name)])),
  idle,
  overload,
  noisy,
  'members-page': membersPage,
  'landing-page': visitorPage('a landing page', '/landers/gallery'),
  'home-page': visitorPage('the home page', '/'),
  bundle,
  taps: commonestTaps,
  processes,
  'processes-apart': processesApart,
  soak,
};

const pages = ['members-page', 'landing-page', 'home-page', 'bundle', 'taps'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    members: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string' },
    'warm-up': { type: 'string', default: '20000' },
  },
});
const names = positionals.length > 0 ? positionals : Object.keys(workloads);
const unknown = names.find((name) => !(name in workloads));
if (unknown) {
  console.error(`There is no workload "${unknown}": choose of ${Object.keys(workloads).join(', ')}.`);
  process.exit(1);
}

const members = Number(values.members);
const database = await benchDatabase(members);
process.once('SIGINT', () => void database.stop().then(() => process.exit(130)));
try {
  for (const name of names) {
    console.log(`${name}, ${members} members`);
    const site = await startSite(database.url, pages.includes(name) ? { BENCH_PAGES: '1' } : {});
    try {
      const outcome = await must(
        workloads[name],
        `workload "${name}"`,
      )({
        database,
        site,
        members,
        rounds: Number(values.rounds),
        seconds: Number(values.seconds ?? 8),
        asked: values.seconds === undefined ? null : Number(values.seconds),
        warmUp: Number(values['warm-up']),
      });
      console.log(await report(name, outcome, database.url, members));
    } catch (error) {
      console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`);
      process.exitCode = 1;
    } finally {
      await site.stop();
    }
  }
} finally {
  await database.stop();
}
