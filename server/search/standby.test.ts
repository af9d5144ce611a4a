import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assemble, type Site } from '#server/assemble.ts';
import { createSession } from '#server/identity/index.ts';
import { readConfig } from '#server/platform/config.ts';
import { createLog } from '#server/platform/log.ts';
import { makeMemoryFolder } from '#support/memory-folder.ts';
import { startStreaming, type Streaming } from '#support/services/standby.ts';

let streaming: Streaming;
let site: Site;
let http: FastifyInstance;
let dataDir: string;
let cookie: string;

beforeAll(async () => {
  streaming = await startStreaming();
  dataDir = makeMemoryFolder('liaison-standby-');
  const config = readConfig({
    DATA_DIR: dataDir,
    LIMITS_SCALE: '1000',
    DATABASE_POOL: '4',
    DATABASE_REPLICA_URL: streaming.standbyUrl,
  });
  site = await assemble(config, streaming.url, createLog(config, 'silent'));
  site.readiness.ready = true;
  http = await site.createHttp();
  const searcher = await signUp('male');
  cookie = `auth=${await createSession(site.app.db, searcher, undefined)}`;
}, 180_000);
afterAll(async () => {
  await http?.close();
  await site?.close();
  await streaming?.close();
  if (dataDir) rmSync(dataDir, { recursive: true, force: true });
});

async function signUp(gender: 'female' | 'male'): Promise<number> {
  const email = `${Math.random()}@example.org`;
  const { rows } = await sql<{ id: number }>`
    insert into members (email, email_key, language, status) values (${email}, ${email}, 'nl', 'active') returning id`.execute(
    site.app.db,
  );
  const { id } = rows[0]!;
  await sql`insert into profiles (id, name, gender, gender_sought, date_of_birth, country, status)
    values (${id}, ${`Member ${id}`}, ${gender}, ${gender === 'male' ? 'female' : 'male'}, '1990-01-01', 'NL', 'active')`.execute(
    site.app.db,
  );
  return id;
}

async function found(): Promise<number[]> {
  const answer = await http.inject({
    method: 'GET',
    url: '/api/members.php?gender=female&country=NL',
    headers: { cookie },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return (answer.json() as { results: { id: number }[] }).results.map(({ id }) => id);
}

test('reads from the standby, and from the primary while it lags and once it is promoted or dead', async () => {
  const first = await signUp('female');
  await streaming.caughtUp();
  expect(await found()).toContain(first);

  // The paused standby lacks the new member, so an empty result shows that search queried the standby.
  await streaming.pause();
  const second = await signUp('female');
  expect(await found()).not.toContain(second);
  await expect.poll(found, { timeout: 30_000, interval: 500 }).toContain(second);
  await streaming.resume();
  await streaming.caughtUp();

  // Search uses the standby again: while it is paused, search does not find a new member at first.
  const heldBack = async () => {
    await streaming.pause();
    const late = await signUp('female');
    const seen = await found();
    await streaming.resume();
    await streaming.caughtUp();
    return !seen.includes(late);
  };
  await expect.poll(heldBack, { timeout: 30_000, interval: 1000 }).toBe(true);

  // A promoted standby answers, but lacks what the primary has stored since.
  await streaming.promote();
  const afterPromotion = await signUp('female');
  await expect.poll(found, { timeout: 30_000, interval: 500 }).toContain(afterPromotion);
  for (let searches = 0; searches < 10; searches++) {
    await wait(500);
    expect(await found(), 'The promoted standby is searched.').toContain(afterPromotion);
  }

  await streaming.killStandby();
  const third = await signUp('female');
  const began = performance.now();
  expect(await found()).toContain(third);
  expect(performance.now() - began).toBeLessThan(15_000);
});
