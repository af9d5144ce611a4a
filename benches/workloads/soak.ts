import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { itemAt } from '#contract/must.ts';
import { chanceOf, type Chance } from '#seeds/chance.ts';
import { grantCredits } from '#server/credits/index.ts';
import { createSession } from '#server/identity/index.ts';
import { openDatabase, type Db } from '#server/platform/database/index.ts';
import { startSite, type RunningSite } from '#support/running-site.ts';
import { memoryVariables } from '../../scripts/prepare.mjs';
import { openStreams } from '../deliveries.ts';
import type { Held } from '../memory-port.ts';
import { pathOf, searchOf } from '../searches.ts';
import { round } from '../statistics.ts';
import type { Bench, Outcome } from '../workload.ts';

const SECONDS = 600;
const SAMPLES = 12;
const DEMO_MEMBERS = '500';
/**
 * The site collects garbage 20 s after the last portrait (server/platform/memory/settle-memory.ts), and V8 returns
 * pages some ten seconds later.
 */
const SETTLED_MS = 60_000;
const MEMBERS = 40;
const STREAM_SECONDS = 4;
const A_SECOND = { searches: 10, chats: 8, sends: 5, streams: 3, pages: 3 };

/**
 * R1: the site's memory, first when idle after a first start like `npm start`, then under a mixed load of
 * searches, conversations, messages, pages, and streams that open and close.
 */
export async function soak({ asked }: Bench): Promise<Outcome> {
  const seconds = asked ?? SECONDS;
  const folder = mkdtempSync(join(tmpdir(), 'liaison-bench-soak-'));
  const socket = join(folder, 'memory');
  buildSite();
  const began = performance.now();
  const env = {
    DEMO_MEMBERS,
    LIMITS_SCALE: '1000000',
    LOG_LEVEL: 'warn',
    ...memoryVariables,
    NODE_OPTIONS: `${memoryVariables.NODE_OPTIONS} --import ${pathToFileURL(join(import.meta.dirname, '../memory-port.ts')).href}`,
    BENCH_MEMORY: socket,
  };
  const site = await startSite(env);
  const { db, close } = openDatabase({ url: site.databaseUrl(), size: 4, pooler: 'none', statementMs: 0 });
  try {
    const readyMs = performance.now() - began;
    while (!site.said().includes('portraits are drawn')) await wait(200);
    await wait(SETTLED_MS);
    const idle = await heldBy(socket);
    console.log(`  idle: ${megabytes(idle.resident)} MB resident, ${sentenceOf(idle)}`);

    const load = startLoad(site, await peopleOf(db));
    const samples: Held[] = [];
    for (let n = 0; n < SAMPLES; n++) {
      await wait((seconds * 1000) / SAMPLES);
      samples.push(await heldBy(socket));
      console.log(
        `  ${String(Math.round(((n + 1) * seconds) / SAMPLES)).padStart(4)} s: ${sentenceOf(itemAt(samples, -1))}, ${load.done()} requests`,
      );
    }
    await load.stop();
    const third = (which: number) => mean(samples.slice((which * SAMPLES) / 3, ((which + 1) * SAMPLES) / 3));
    return {
      id: 'R1',
      title: 'Memory of the site after a first start, and under a mixed load',
      goal: '<= 180 MB, flat',
      rounds: [],
      found: [
        { id: 'R1 MB after a first start, idle', goal: '<= 180', value: idle.resident / 1e6 },
        { id: 'the last third of the soak over the middle one', goal: '<= 1.03', value: third(2) / third(1) },
      ],
      notes: [
        `A first start with ${DEMO_MEMBERS} demo members, ready after ${(readyMs / 1000).toFixed(1)} s; idle is ${SETTLED_MS / 1000} s after the last portrait: ${megabytes(idle.resident)} MB, ${sentenceOf(idle)}.`,
        '',
        `Then for ${seconds} s, a second: ${Object.entries(A_SECOND)
          .map(([what, often]) => `${often} ${what}`)
          .join(
            ', ',
          )}, by ${MEMBERS} members; each stream stays open for ${STREAM_SECONDS} s. ${load.done()} requests, none refused. Resident and live memory after a collection:`,
        '',
        '| second | resident MB | heap MB | buffers MB |\n|---|---|---|---|',
        ...samples.map(
          ({ collected: c }, n) =>
            `| ${Math.round(((n + 1) * seconds) / SAMPLES)} | ${megabytes(c.resident)} | ${megabytes(c.heap)} | ${megabytes(c.external)} |`,
        ),
      ],
      statements: [],
    };
  } finally {
    await close();
    await site.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

function buildSite(): void {
  const root = join(import.meta.dirname, '../..');
  const { status } = spawnSync(process.execPath, ['scripts/start.mjs', '--build-only'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('The site could not be built.');
}

const megabytes = (bytes: number) => round(bytes / 1e6, 0);
const sentenceOf = ({ collected }: Held) =>
  `${megabytes(collected.resident)} MB after a collection (heap ${megabytes(collected.heap)}, buffers ${megabytes(collected.external)})`;
const mean = (samples: readonly Held[]) =>
  samples.reduce((sum, { collected }) => sum + collected.resident, 0) / samples.length;

const heldBy = async (socket: string): Promise<Held> =>
  JSON.parse(await text(createConnection(socket))) as Held;

interface Person {
  cookie: string;
  conversation: number;
}

async function peopleOf(db: Db): Promise<Person[]> {
  const rows = await db
    .selectFrom('participants as p')
    .innerJoin('members as m', 'm.id', 'p.member_id')
    .innerJoin('members as o', 'o.id', 'p.other_id')
    .where('m.status', '=', 'active')
    .where('o.status', '=', 'active')
    .distinctOn('p.member_id')
    .orderBy('p.member_id')
    .orderBy('p.conversation_id')
    .select(['p.member_id', 'p.conversation_id'])
    .limit(MEMBERS)
    .execute();
  const people: Person[] = [];
  for (const { member_id: member, conversation_id: conversation } of rows) {
    await db
      .transaction()
      .execute((tx) => grantCredits(tx, { member, kind: 'demo_grant', credits: 1_000_000, key: 'soak' }));
    people.push({ cookie: await createSession(db, member, 'bench'), conversation });
  }
  return people;
}

function startLoad(site: RunningSite, people: readonly Person[]) {
  const chance = chanceOf('bench soak');
  const timers: NodeJS.Timeout[] = [];
  const open = new Set<Promise<unknown>>();
  let done = 0;
  let failed: unknown = null;
  for (const [kind, often] of Object.entries(A_SECOND)) {
    const one = async () => {
      const person = chance.pick(people);
      if (kind === 'streams') await listenFor(Number(new URL(site.url).port), person);
      else await ask(site, person, requestFor(kind, person, chance));
      done++;
    };
    const start = () => {
      const work: Promise<unknown> = one()
        .catch((error: unknown) => (failed ??= error))
        .finally(() => open.delete(work));
      open.add(work);
    };
    timers.push(setInterval(start, 1000 / often));
  }
  return {
    done: () => done,
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(open);
      if (failed) throw failed;
    },
  };
}

const PAGES = ['/', '/members', '/chats', '/likes', '/login'];

function requestFor(
  kind: string,
  { conversation }: Person,
  chance: Chance,
): { path: string; body?: unknown } {
  switch (kind) {
    case 'searches':
      return { path: pathOf(searchOf(chance)) };
    case 'chats':
      return { path: chance.holds(0.5) ? '/api/chats.php' : `/api/chat.php?conversation=${conversation}` };
    case 'sends':
      return {
        path: '/api/chat.php',
        body: { conversation, client_id: randomUUID(), text: 'Zullen we zaterdag een keer koffie drinken?' },
      };
    default:
      return { path: chance.pick(PAGES) };
  }
}

async function ask(
  site: RunningSite,
  { cookie }: Person,
  { path, body }: { path: string; body?: unknown },
): Promise<void> {
  const answer = await fetch(`${site.url}${path}`, {
    method: body ? 'POST' : 'GET',
    redirect: 'manual',
    headers: {
      cookie: `auth=${cookie}`,
      origin: site.url,
      'x-request-type': 'client',
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const said = await answer.text();
  if (answer.status >= 400)
    throw new Error(`${path} was answered with ${answer.status}: ${said.slice(0, 300)}`);
}

async function listenFor(port: number, { cookie }: Person): Promise<void> {
  const stream = await openStreams(port, [cookie], () => '');
  await wait(STREAM_SECONDS * 1000);
  stream.close();
}
