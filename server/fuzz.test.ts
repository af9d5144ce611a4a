import { once } from 'node:events';
import { connect } from 'node:net';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { calls, type Call, type CallName } from '#contract/calls.ts';
import { roles } from '#contract/lists/roles.ts';
import { createSession } from '#server/identity/index.ts';
import { testApp, type Client } from '#support/app.ts';
import { chanceOf, pick, rawRequest, valueFor, type Known } from '#support/fuzz.ts';
import { picture } from '#support/pictures.ts';

// Fuzzes every call of the OpenAPI document as visitor, member and operator, with valid and invalid values:
// none may cause an internal error. `npm run fuzz` sends 20,000; the suite runs a short version.

const COUNT = Number(process.env['FUZZ_CALLS'] ?? 1500);
const SEED = Number(process.env['FUZZ_SEED'] ?? 20261122);

const site = testApp();
const table = Object.entries(calls).filter(([, call]) => !(call as Call).streams) as [CallName, Call][];
const visitor = () => site.visitor(`10.9.${Math.floor(chance() * 4)}.${Math.floor(chance() * 250)}`);
const chance = chanceOf(SEED);
let members: Client[];
let photo: Buffer;
let operator: Client;

beforeAll(async () => {
  photo = await picture(300, 400).jpeg().toBuffer();
  members = [];
  for (const name of ['anna', 'bram', 'carla', 'daan'])
    members.push(
      await site.as(name, {
        credits: 500,
        ...(name === 'bram' && { gender: 'male', gender_sought: 'female' }),
      }),
    );
  operator = await site.as('olga');
}, 120_000);

/** Restores everybody's session and account, which some calls end. */
async function revive(): Promise<void> {
  const ids = [...members, operator].map(({ memberId }) => memberId);
  await sql`update members set status = 'active', roles = case when id = ${operator.memberId} then ${[...roles]}::text[] else '{}' end,
    credits = credits where id = any (${ids})`.execute(site.db);
  for (const client of [...members, operator])
    client.cookies.set('auth', await createSession(site.db, client.memberId, undefined, null, true));
}

async function known(): Promise<Known> {
  const { rows } = await sql<{ numbers: number[] | null; uuids: string[] | null; codes: string[] | null }>`
    select (select array_agg(id) from (select id from members union select id from photos union select id from conversations union select id from messages union select id from complaints) ids) as numbers,
      (select array_agg(id::text) from (select id from payments union select id from refunds) ids) as uuids,
      (select array_agg(code) from discount_codes) as codes`.execute(site.db);
  const { numbers, uuids, codes } = rows[0]!;
  return {
    numbers: [1, 2, 3, 18, 25, ...(numbers ?? [])],
    uuids: ['11111111-1111-4111-8111-111111111111', ...(uuids ?? [])],
    texts: [
      'Hallo',
      'NL',
      'nl',
      'EUR',
      'ideal',
      'creditcard',
      'Utrecht',
      'a longer text that says something about a person',
      ...(codes ?? []),
    ],
  };
}

test(
  `causes no internal error with any call (${COUNT} calls, seed ${SEED})`,
  { timeout: 60_000 + COUNT * 200 },
  async () => {
    const faults: string[] = [];
    const succeeded = new Set<string>();
    let found = await known();
    for (let i = 0; i < COUNT; i++) {
      if (i % 150 === 0) {
        await revive();
        found = await known();
      }
      const [name, call] = table[i % table.length]!;
      const caller =
        call.access === 'operator' || chance() < 0.1
          ? operator
          : call.access === 'member' || chance() < 0.5
            ? pick(chance, members)
            : visitor();
      const odd = chance() < 0.5 ? 0 : 0.15;
      const query = call.query
        ? (valueFor(call.query, chance, found, odd) as Record<string, unknown>)
        : undefined;
      const body = call.body
        ? (valueFor(call.body, chance, found, odd) as Record<string, unknown>)
        : undefined;
      const isFile =
        call.accepts === 'multipart' && chance() < 0.6 && typeof body === 'object' && body !== null;
      const file = isFile
        ? {
            file: {
              content:
                chance() < 0.6
                  ? photo
                  : Buffer.from(pick(chance, ['', 'no picture', '\xff\xd8\xff\xe0']), 'latin1'),
            },
          }
        : {};
      const answer = await caller.call(name, { query, body, ...file });
      if (answer.status >= 200 && answer.status < 300) succeeded.add(name);
      if (answer.status === 500 && answer.body.error !== 'activation_failed')
        faults.push(`${name} ${JSON.stringify({ query, body }).slice(0, 400)}`);
    }
    process.stdout.write(`\n${succeeded.size} of ${table.length} calls succeeded at least once\n`);
    expect(faults).toEqual([]);
    expect(succeeded.size).toBeGreaterThan(table.length / 4);
  },
);

test(
  'survives malformed request bytes without an internal error',
  { timeout: 60_000 + COUNT * 50 },
  async () => {
    const { port } = new URL(await site.url());
    const faults: string[] = [];
    for (let i = 0; i < COUNT / 10; i++) {
      const bytes = rawRequest(chance);
      const socket = connect(Number(port), '127.0.0.1');
      let heard = '';
      socket.on('error', () => {});
      socket.on('data', (chunk) => {
        heard += chunk.toString('latin1');
        if (heard.includes('\r\n\r\n')) socket.destroy();
      });
      await once(socket, 'connect');
      socket.end(bytes);
      const patience = setTimeout(() => socket.destroy(), 3000);
      await once(socket, 'close');
      clearTimeout(patience);
      if (/^HTTP\/1\.[01] 5(?!03|01)/.test(heard))
        faults.push(`${JSON.stringify(bytes.toString('latin1'))}: ${heard.slice(0, 60)}`);
    }
    expect(faults).toEqual([]);
  },
);
