import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { must } from '#contract/must.ts';
import { demoPassword, emailOf } from '#seeds/people.ts';
import { reconcileLedger } from '#server/credits/index.ts';
import { openDatabase } from '#server/platform/database/index.ts';
import { appReady, newPage } from '#support/browser/browser.ts';
import { siteForTests } from '#support/browser/site-for-tests.ts';
import { picture } from '#support/pictures.ts';
import { recording, WAVEFORM } from '#support/recordings.ts';

// The server is killed after it charged a message and before it responded, the worst moment for money.

const PATIENCE = 60_000;

const { site, browser } = await siteForTests();
let anna: number;
let bram: number;
let cookie: string;

beforeAll(async () => {
  await withDatabase(async (database) => {
    [anna, bram] = (await Promise.all(
      ['anna', 'bram'].map(async (login) =>
        Number(
          (await database.query('select id from members where email_key = $1', [emailOf(login)])).rows[0].id,
        ),
      ),
    )) as [number, number];
    await database.query(`select book_credits($1, 'operator_grant', 100, 'granted', $2, null)`, [
      anna,
      randomUUID(),
    ]);
    await database.query('update members set paid_user = true, free_messages_used = 5 where id = $1', [anna]);
  });
  const login = await fetch(`${site.url}/api/user.php`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: emailOf('anna'), password: demoPassword }),
  });
  cookie = /auth=[^;]+/.exec(login.headers.get('set-cookie') ?? '')![0];
});

/** PostgreSQL restarts with the site, so each query uses a new connection. */
async function withDatabase<T>(work: (database: pg.Client) => Promise<T>): Promise<T> {
  const database = new pg.Client(site.adminDatabaseUrl());
  await database.connect();
  try {
    return await work(database);
  } finally {
    await database.end();
  }
}

async function until<T>(look: () => Promise<T | undefined | null | false>, what: string): Promise<T> {
  for (const end = Date.now() + PATIENCE; Date.now() < end; await wait(50)) {
    const found = await look();
    if (found) return found;
  }
  throw new Error(`timed out waiting for ${what}`);
}

/**
 * Kills the server between charge and response. A lock on the sender's row makes the statement that stores
 * and charges wait. Then the server is paused and the lock released, so that PostgreSQL commits while nobody
 * receives the result.
 *
 * `rehearsals` is the number of times that the server locks the same row before the charge. An image is sent
 * once in a transaction that is rolled back, to check the rules before anything decodes it.
 */
async function killBetweenChargeAndAnswer(begin: () => unknown, rehearsals = 0): Promise<void> {
  await withDatabase(async (database) => {
    const before = await stored(database);
    const images = await storedImages(database);
    // The lock lasts longer than a send waits for a row. Each start of the site creates the function anew.
    await database.query(`alter function store_messages(json) set lock_timeout = '60s'`);
    const lockSender = async () => {
      await database.query('begin');
      await database.query('select from members where id = $1 for no key update', [anna]);
    };
    // This uses another connection, because a transaction sees only one snapshot of pg_stat_activity.
    const onlyChargeWaits = () =>
      withDatabase((watch) =>
        until(
          async () => (await waitingCharges(watch)) && !(await otherTransactions(watch)),
          'a wait for the row of the sender',
        ),
      );
    await lockSender();
    begin();
    // Lets each rehearsal pass. The image is stored after it, so whoever waits from then on is the charge.
    for (;;) {
      const waits = await withDatabase(waitingCharges);
      if ((await storedImages(database)) >= images + rehearsals) break;
      if (waits) {
        await database.query('commit');
        await lockSender();
      } else await wait(20);
    }
    await onlyChargeWaits();
    site.freeze();
    await database.query('commit');
    await until(async () => (await stored(database)) > before, 'the message');
  });
  await site.kill();
}

/** Number of charges that wait for the sender's row. Other statements may wait for it too. */
const waitingCharges = async (database: pg.Client) =>
  (
    await database.query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%store_messages%'`,
    )
  ).rowCount;

/** Number of the site's other transactions. A paused server could not end them, and the charge might wait for one. */
const otherTransactions = async (database: pg.Client) =>
  (
    await database.query(
      `select from pg_stat_activity
        where application_name = 'liaison' and xact_start is not null and query not like '%store_messages%'`,
    )
  ).rowCount;

const stored = async (database: pg.Client) =>
  Number((await database.query('select count(*) from messages where sender_id = $1', [anna])).rows[0].count);

const storedImages = async (database: pg.Client) =>
  Number(
    (await database.query('select count(*) from chat_images where member_id = $1', [anna])).rows[0].count,
  );

/** Messages with one client_id, their ledger rows, and the balance. */
const account = (clientId: string) =>
  withDatabase(async (database) => {
    const { rows } = await database.query(
      `select (select credits from members where id = $1) as credits,
        (select array_agg(id::int) from messages where sender_id = $1 and client_id = $2) as messages,
        (select count(*)::int from ledger_entries where member_id = $1 and idempotency_key like '%' || $2::text) as charges,
        (select credits_spent from participants where member_id = $1 and other_id = $3) as spent`,
      [anna, clientId, bram],
    );
    return rows[0] as { credits: number; messages: number[]; charges: number; spent: number };
  });

async function formOf(clientId: string): Promise<FormData> {
  const form = new FormData();
  form.set('profile', String(bram));
  form.set('client_id', clientId);
  form.set('file', new Blob([new Uint8Array(await picture(600, 800).jpeg().toBuffer())]), 'image');
  return form;
}

async function voiceForm(clientId: string): Promise<FormData> {
  const form = new FormData();
  form.set('profile', String(bram));
  form.set('client_id', clientId);
  form.set('waveform', WAVEFORM);
  form.set('file', new Blob([new Uint8Array(await recording({ seconds: 4 }))]), 'file');
  return form;
}

const post = (body: FormData | object) =>
  fetch(`${site.url}/api/chat.php`, {
    method: 'POST',
    headers: { cookie, ...(body instanceof FormData ? {} : { 'content-type': 'application/json' }) },
    body: body instanceof FormData ? body : JSON.stringify(body),
  });

const kinds = [
  {
    kind: 'text',
    price: 1,
    rehearsals: 0,
    make: async (clientId: string) => ({ profile: bram, client_id: clientId, text: 'Once only' }),
  },
  {
    kind: 'gift',
    price: 5,
    rehearsals: 0,
    make: async (clientId: string) => ({ profile: bram, client_id: clientId, gift: 'rose' }),
  },
  { kind: 'image', price: 2, rehearsals: 1, make: formOf },
  { kind: 'voice', price: 2, rehearsals: 1, make: voiceForm },
];

for (const { kind, price, rehearsals, make } of kinds) {
  test(`stores and charges a resent ${kind} once after a kill between charge and response, and answers like the first time`, async () => {
    const clientId = randomUUID();
    const before = await account(clientId);
    let lost: Promise<unknown> = Promise.resolve();
    const body = await make(clientId);
    await killBetweenChargeAndAnswer(
      () =>
        (lost = post(body).then(
          (answer) => answer.status,
          () => 'no answer',
        )),
      rehearsals,
    );
    expect(await lost).toBe('no answer');

    await site.start();
    const charged = await account(clientId);
    expect(charged).toMatchObject({ credits: before.credits - price, charges: 1 });
    expect(charged.messages).toHaveLength(1);

    const answers = [];
    for (let i = 0; i < 2; i++) {
      const answer = await post(await make(clientId));
      answers.push([answer.status, await answer.json()] as const);
    }
    expect(answers[0]).toEqual([201, expect.objectContaining({ credits: before.credits - price })]);
    expect(answers[0]![1].message).toMatchObject({
      id: charged.messages[0],
      client_id: clientId,
      kind,
      credits: price,
    });
    // Signatures in image addresses change every hour.
    const [first, second] = answers.map(([, { message }]) => ({
      ...message,
      image: null,
      voice: message.voice && { ...message.voice, filename: null },
    }));
    expect(second).toEqual(first);
    expect(await account(clientId)).toEqual(charged);
    expect(await ledgerFaults()).toEqual([]);
  });
}

const ledgerFaults = async () => {
  const { db, close } = openDatabase({ url: site.databaseUrl(), size: 1, pooler: 'none' });
  const { faults } = await reconcileLedger(db);
  await close();
  return faults;
};

test('stores and charges nothing if it is killed during the upload of a voice message, and once when it is sent again', async () => {
  const clientId = randomUUID();
  const before = await account(clientId);
  const whole = new Request(site.url, { method: 'POST', body: await voiceForm(clientId) });
  const bytes = new Uint8Array(await whole.arrayBuffer());
  const upload = request(`${site.url}/api/chat.php`, {
    method: 'POST',
    headers: {
      cookie,
      'content-type': must(whole.headers.get('content-type'), 'type of the form'),
      'content-length': bytes.length,
    },
  });
  const lost = new Promise((resolve) => {
    upload.on('response', ({ statusCode }) => resolve(statusCode));
    upload.on('error', () => resolve('no answer'));
  });
  // The second half never follows.
  await new Promise((resolve) => upload.write(bytes.subarray(0, bytes.length / 2), resolve));
  site.freeze();
  await site.kill();
  expect(await lost).toBe('no answer');
  await site.start();
  expect(await account(clientId)).toEqual({ ...before, messages: null, charges: 0 });

  const answer = await post(await voiceForm(clientId));
  expect(answer.status).toBe(201);
  expect((await answer.json()).message).toMatchObject({ client_id: clientId, kind: 'voice', credits: 2 });
  const after = await account(clientId);
  expect(after).toMatchObject({ credits: before.credits - 2, charges: 1, spent: before.spent + 2 });
  expect(after.messages).toHaveLength(1);
  expect(await ledgerFaults()).toEqual([]);
});

test('resends by itself after a kill between charge and response, and shows one message that was charged once', async () => {
  const page = await newPage(browser, { baseURL: site.url });
  page.setDefaultTimeout(PATIENCE);
  await page.request.post('/api/user.php', { data: { email: emailOf('anna'), password: demoPassword } });
  await page.goto(`/members/${bram}/chat`);
  await appReady(page);
  const { credits } = await account(randomUUID());
  await killBetweenChargeAndAnswer(async () => {
    await page.locator('textarea').fill('Ook als de stroom uitvalt');
    await page.locator('textarea').press('Enter');
  });
  await page.getByText('Verzenden…').waitFor();
  await site.start();
  await page.getByText(/^(Verzonden|Gelezen)/).waitFor();
  expect(await page.getByRole('log').getByText('Ook als de stroom uitvalt').count()).toBe(1);
  expect(
    await withDatabase(
      async (database) =>
        (await database.query(`select from messages where body = 'Ook als de stroom uitvalt'`)).rowCount,
    ),
  ).toBe(1);
  expect((await account(randomUUID())).credits).toBe(credits - 1);
  await page.context().close();
});
