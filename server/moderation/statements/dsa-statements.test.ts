import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { grounds, isMisuseMeasure, measureKinds } from '#contract/rules/measure-rules.ts';
import { readConfig } from '#server/platform/config.ts';
import { type Client, testApp } from '#support/app.ts';
import { emptyQueue, hurryJobs, queuedJobs } from '#support/job-queue.ts';
import { plant, plantWithBrowser, setSettings } from '#support/members.ts';
import { operatorWith } from '#support/office/office-work.ts';
import { recording, WAVEFORM } from '#support/recordings.ts';
import { startDsaDatabase } from '#support/services/fake-dsa-database.ts';
import { SEND_STATEMENT } from './queue-statement.ts';
import { statementOf } from './statement-of.ts';

const database = await startDsaDatabase();
afterAll(() => database.close());

const FACTS = 'Anna Vermeer wrote "call me on 06 12345678" to a member.';
const settings = {
  DSA_DATABASE_URL: database.url,
  DSA_DATABASE_TOKEN: database.token,
  DSA_DATABASE_TIMEOUT_MS: '3000',
};
const app = testApp(settings);
const connection = readConfig(settings).dsaDatabase;
let moderator: Client;

beforeAll(async () => {
  moderator = await operatorWith(app, 'moderator');
});
beforeEach(async () => {
  database.answerWith(null);
  app.app.config.dsaDatabase = connection;
  await emptyQueue(app.db);
  await sql`delete from dsa_statements`.execute(app.db);
});
afterEach(() => app.shiftClock(0));

type Wish = { kind: 'warning' | 'badge_removed' | 'suspension' | 'ban'; days?: 7; member?: number };

async function take({ member, ...wish }: Wish): Promise<number> {
  const concerned = member ?? (await plant(app));
  if (wish.kind === 'badge_removed')
    await sql`update profiles set verified = true where id = ${concerned}`.execute(app.db);
  const body = { member: concerned, ground: 'harassment', facts: FACTS, ...wish } as const;
  return (await moderator.must('takeMeasure', { body })).id;
}

const figures = () => moderator.must('adminDsaStatements');
const puidOf = async (measure: number) => {
  const { rows } = await sql<{
    puid: string;
  }>`select puid from dsa_statements where measure_id = ${measure}`.execute(app.db);
  return rows[0]?.puid ?? 'none';
};
const stated = async (measure: number) => database.statements.get(await puidOf(measure));
const retryNow = async () => {
  await hurryJobs(app.db, SEND_STATEMENT);
  await app.runJobs();
};

test('sends a statement of a measure, without a word about anybody', async () => {
  const member = await plant(app, { name: 'Anna Vermeer' });
  const measure = await take({ kind: 'suspension', days: 7, member });
  expect(await figures()).toEqual({ enabled: true, sent: 0, waiting: 1, refused: 0, last_error: null });
  await app.runJobs();
  const statement = await stated(measure);
  expect(statement).toMatchObject({
    decision_account: 'DECISION_ACCOUNT_SUSPENDED',
    end_date_account_restriction: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    decision_ground: 'DECISION_GROUND_INCOMPATIBLE_CONTENT',
    category: 'STATEMENT_CATEGORY_CYBER_VIOLENCE',
    source_type: 'SOURCE_VOLUNTARY',
    automated_detection: 'No',
    puid: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  const words = JSON.stringify(statement);
  for (const personal of ['Anna', 'Vermeer', '06 12345678', 'plant.test', `"${member}"`, `"${measure}"`])
    expect(words).not.toContain(personal);
  expect(await figures()).toEqual({ enabled: true, sent: 1, waiting: 0, refused: 0, last_error: null });
  const { rows } = await sql`select column_name from information_schema.columns
    where table_name = 'dsa_statements' and column_name like '%member%'`.execute(app.db);
  expect(rows).toEqual([]);
});

test('sends each kind of measure that restricts something, also after a complaint, and no warning', async () => {
  const warning = await take({ kind: 'warning' });
  const badge = await take({ kind: 'badge_removed' });
  const ban = await take({ kind: 'ban' });
  const [reporter, reported] = [await plantWithBrowser(app, {}), await plant(app, { gender: 'male' })];
  const { id } = await reporter.must('complaint', {
    body: { profile: reported, category: 'harassment', text: 'He threatens me.' },
  });
  await moderator.must('decideComplaint', {
    body: { id, outcome: 'suspended', ground: 'harassment', facts: FACTS, days: 7 },
  });
  await app.runJobs();
  expect(await stated(warning)).toBeUndefined();
  expect(await stated(badge)).toMatchObject({ decision_visibility: ['DECISION_VISIBILITY_OTHER'] });
  expect(await stated(ban)).toMatchObject({ decision_account: 'DECISION_ACCOUNT_TERMINATED' });
  const { rows } = await sql<{ id: number }>`select id from measures where complaint_id = ${id}`.execute(
    app.db,
  );
  expect(await stated(rows[0]!.id)).toMatchObject({ source_type: 'SOURCE_ARTICLE_16' });
  expect(await figures()).toMatchObject({ sent: 3, waiting: 0, refused: 0 });
});

test('names a refused recording as sound', async () => {
  const singer = await plantWithBrowser(app, { gender: 'male' });
  const body = { client_id: randomUUID(), waveform: WAVEFORM };
  const { next } = await singer.must('addVoiceIntro', { body, file: { content: await recording() } });
  await moderator.must('decideVoiceIntro', { body: { id: next!.id, approve: false, reason: 'not_own' } });
  await app.runJobs();
  expect([...database.statements.values()].at(-1)).toMatchObject({ content_type: ['CONTENT_TYPE_AUDIO'] });
});

test('sends once, although the answer to the first request got lost', async () => {
  const measure = await take({ kind: 'ban' });
  await app.runJobs();
  const puid = await puidOf(measure);
  await sql`update dsa_statements set state = 'waiting' where puid = ${puid}`.execute(app.db);
  const before = database.statements.size;
  await app.app.jobs.add(app.db, SEND_STATEMENT, { puid });
  await app.runJobs();
  expect(await figures()).toEqual({ enabled: true, sent: 1, waiting: 0, refused: 0, last_error: null });
  expect(database.statements.size).toBe(before);
  const requests = database.requests();
  await app.app.jobs.add(app.db, SEND_STATEMENT, { puid });
  await app.runJobs();
  expect(database.requests()).toBe(requests);
});

describe('while the database is unavailable', () => {
  test.each([
    [{ status: 503, body: 'maintenance' }, 'The database answered 503.'],
    [{ status: 401, body: '{}' }, 'The database answered 401.'],
    [{ status: 429, body: '{}' }, 'The database answered 429.'],
    [{ status: 422, body: '<html>' }, 'The response of the database is not JSON.'],
    ['silence', 'The database did not answer in time.'],
  ] as const)('keeps a statement after %j, shows why, and sends it later', async (answer, text) => {
    await take({ kind: 'ban' });
    database.answerWith(answer);
    await app.runJobs();
    expect(await figures()).toMatchObject({ sent: 0, waiting: 1, refused: 0, last_error: { text } });
    expect(await queuedJobs(app.db, SEND_STATEMENT)).toHaveLength(1);
    database.answerWith(null);
    await retryNow();
    expect(await figures()).toEqual({ enabled: true, sent: 1, waiting: 0, refused: 0, last_error: null });
  });

  test('queues a statement again after a day without an attempt', async () => {
    await take({ kind: 'ban' });
    await emptyQueue(app.db);
    const requeue = async () => {
      await app.app.jobs.add(app.db, 'requeue-dsa-statements');
      await app.runJobs();
    };
    await requeue();
    expect(await figures()).toMatchObject({ sent: 0, waiting: 1 });
    await app.shiftClock(25 * 3600);
    moderator = await operatorWith(app, 'moderator');
    await requeue();
    expect(await figures()).toMatchObject({ sent: 1, waiting: 0 });
    await app.shiftClock(0);
    moderator = await operatorWith(app, 'moderator');
  });
});

test('shows why the database refuses a statement, and sends it again only when an operator asks', async () => {
  await take({ kind: 'ban' });
  const errors = { category: ['The selected category is invalid.'] };
  database.answerWith({ status: 422, body: JSON.stringify({ message: 'Invalid.', errors }) });
  await app.runJobs();
  expect(await figures()).toMatchObject({
    refused: 1,
    waiting: 0,
    last_error: { text: 'category: The selected category is invalid.' },
  });
  const requests = database.requests();
  await retryNow();
  await app.app.jobs.add(app.db, 'requeue-dsa-statements');
  await app.runJobs();
  expect(database.requests()).toBe(requests);
  database.answerWith(null);
  await moderator.must('retryDsaStatements');
  await moderator.must('retryDsaStatements');
  await app.runJobs();
  expect(await figures()).toMatchObject({ sent: 1, refused: 0, last_error: null });
});

test('takes a refusal that also names another field for one, not for a repeat', async () => {
  await take({ kind: 'ban' });
  const unique = 'The identifier given is not unique within this platform.';
  const errors = { puid: [unique], category: ['The selected category is invalid.'] };
  database.answerWith({ status: 422, body: JSON.stringify({ message: unique, errors }) });
  await app.runJobs();
  expect(await figures()).toMatchObject({ sent: 0, refused: 1 });
});

test('keeps nothing without a token, outside the European Union, or if the measure is not taken', async () => {
  app.app.config.dsaDatabase = null;
  await take({ kind: 'ban' });
  expect(await figures()).toMatchObject({ enabled: false, waiting: 0 });
  await moderator.must('retryDsaStatements');
  app.app.config.dsaDatabase = connection;
  await setSettings(app, { countries: ['US', 'GB'] });
  await take({ kind: 'ban' });
  expect(await figures()).toMatchObject({ waiting: 0 });
  await setSettings(app, { countries: ['NL', 'DE', 'US'] });
  const member = await plant(app);
  const wrong = { member, kind: 'badge_removed', ground: 'spam', facts: FACTS } as const;
  expect((await moderator.call('takeMeasure', { body: wrong })).status).toBe(409);
  expect(await figures()).toMatchObject({ waiting: 0 });
  const measure = await take({ kind: 'ban' });
  await app.runJobs();
  expect((await stated(measure))?.['territorial_scope']).toEqual(['NL', 'DE']);
  expect(readConfig({}).dsaDatabase).toBeNull();
});

test('states each kind, ground and way of finding in fields that the database takes', async () => {
  const detections = ['notice', 'own', 'words', 'image_screening', 'known_picture'] as const;
  for (const kind of measureKinds)
    for (const ground of grounds)
      for (const detection of detections) {
        const statement = statementOf({
          ...{ puid: crypto.randomUUID(), kind, ground, detection, is_picture: false, is_recording: false },
          ...{ decided_on: '2026-11-29', ends_on: null, countries: ['NL'] },
        });
        if (kind === 'warning' || isMisuseMeasure(kind)) expect(statement).toBeNull();
        else {
          const answer = await fetch(`${database.url}/statement`, {
            method: 'POST',
            headers: { authorization: `Bearer ${database.token}` },
            body: JSON.stringify(statement),
          });
          expect([
            kind,
            ground,
            detection,
            answer.status,
            answer.status === 201 || (await answer.text()),
          ]).toEqual([...[kind, ground, detection, 201, true]]);
        }
      }
});
