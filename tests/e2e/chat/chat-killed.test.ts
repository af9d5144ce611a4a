import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword, emailOf } from '#seeds/people.ts';
import { appReady, launchBrowser, newPage } from '#support/browser/browser.ts';
import { picture } from '#support/pictures.ts';
import { startSite, type RunningSite } from '#support/running-site.ts';

// The server dies after a message was charged and before its answer left: the worst moment there is for money.

const PATIENCE = 60_000;

let site: RunningSite;
let browser: Browser;
let anna: number;
let bram: number;
let cookie: string;

beforeAll(async () => {
  [site, browser] = await Promise.all([startSite(), launchBrowser()]);
  await withDatabase(async (database) => {
    [anna, bram] = (await Promise.all(
      ['anna', 'bram'].map(async (login) => Number((await database.query('select id from members where email_key = $1', [emailOf(login)])).rows[0].id)),
    )) as [number, number];
    await database.query(`select book_credits($1, 'operator_grant', 100, 'granted', $2, null)`, [anna, randomUUID()]);
    await database.query('update members set paid_user = true, free_messages_used = 5 where id = $1', [anna]);
  });
  const login = await fetch(`${site.url}/api/user.php`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: emailOf('anna'), password: demoPassword }),
  });
  cookie = /auth=[^;]+/.exec(login.headers.get('set-cookie') ?? '')![0];
});
afterAll(async () => {
  await browser?.close();
  await site?.remove();
});

/** PostgreSQL starts again with the site, so nothing holds on to a connection. */
async function withDatabase<T>(work: (database: pg.Client) => Promise<T>): Promise<T> {
  const database = new pg.Client(site.databaseUrl());
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
  throw new Error(`waited in vain for ${what}`);
}

/**
 * Kills the server between charge and answer. The sender's row is held, so that the statement that stores and charges has to
 * wait; then the server is stopped, the row let go, and PostgreSQL commits what nobody is there any more to hear of.
 */
async function killBetweenChargeAndAnswer(begin: () => unknown): Promise<void> {
  await withDatabase(async (database) => {
    const before = await stored(database);
    await database.query('begin');
    await database.query('select from members where id = $1 for no key update', [anna]);
    begin();
    // Another connection looks: a transaction sees one state of the activity only.
    await withDatabase((watch) => until(() => waitingCharges(watch), 'the charge'));
    site.freeze();
    await database.query('commit');
    await until(async () => (await stored(database)) > before, 'the message');
  });
  await site.kill();
}

/** Statements that wait for a row of somebody else's transaction. Whose they are stays hidden: the site works as another role. */
const waitingCharges = async (database: pg.Client) => (await database.query(`select from pg_locks where not granted and locktype = 'transactionid'`)).rowCount;

const stored = async (database: pg.Client) => Number((await database.query('select count(*) from messages where sender_id = $1', [anna])).rows[0].count);

/** Messages of one client_id, rows of the ledger about them, and the balance. */
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

const post = (body: FormData | object) =>
  fetch(`${site.url}/api/chat.php`, {
    method: 'POST',
    headers: { cookie, ...(body instanceof FormData ? {} : { 'content-type': 'application/json' }) },
    body: body instanceof FormData ? body : JSON.stringify(body),
  });

const kinds = [
  { kind: 'text', price: 1, make: async (clientId: string) => ({ profile: bram, client_id: clientId, text: 'Once only' }) },
  { kind: 'gift', price: 5, make: async (clientId: string) => ({ profile: bram, client_id: clientId, gift: 'rose' }) },
  { kind: 'image', price: 2, make: formOf },
];

for (const { kind, price, make } of kinds) {
  test(`killed between charge and answer: the ${kind} that is sent again is stored once, charged once and answered as the first`, async () => {
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
    expect(answers[0]![1].message).toMatchObject({ id: charged.messages[0], client_id: clientId, kind, credits: price });
    // Addresses of images are signed with the hour.
    expect({ ...answers[1]![1].message, image: null }).toEqual({ ...answers[0]![1].message, image: null });
    expect(await account(clientId)).toEqual(charged);
  });
}

test('killed between charge and answer: the page sends again by itself, and shows one message that was charged once', async () => {
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
  expect(await withDatabase(async (database) => (await database.query(`select from messages where body = 'Ook als de stroom uitvalt'`)).rowCount)).toBe(1);
  expect((await account(randomUUID())).credits).toBe(credits - 1);
  await page.context().close();
});
