import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { demoPassword, emailOf } from '#seeds/people.ts';
import { appReady, closePages, newPage } from '#support/browser/browser.ts';
import { chatPages, field, log, storedOffline, write } from '#support/browser/chat-pages.ts';
import { siteForTests } from '#support/browser/site-for-tests.ts';

// Edge cases of a chat: offline, with many tabs, asleep, blocked while writing.

const { site, browser } = await siteForTests();
let database: pg.Client;
let anna: number;
let bram: number;
let cara: number;
const { creditsOf, idOf, pageOf } = chatPages(() => ({ site, browser, database }));

beforeAll(async () => {
  database = new pg.Client(site.databaseUrl());
  await database.connect();
  [anna, bram] = [await idOf('anna'), await idOf('bram')];
  for (const id of [anna, bram]) await fund(id, 200);
  cara = Number(
    (
      await database.query(
        `select id from profiles where kind = 'member' and listed and id not in ($1, $2) order by id limit 1`,
        [anna, bram],
      )
    ).rows[0].id,
  );
});
afterAll(async () => {
  await database?.end();
});
// Pages stay open until the next test, so that a failure can report them.
beforeEach(() => closePages(browser));

async function fund(id: number, credits: number) {
  await database.query(`select book_credits($1, 'purchase', $2, 'sales', $3, null)`, [
    id,
    credits,
    randomUUID(),
  ]);
  await database.query('update members set free_messages_used = 5 where id = $1', [id]);
}
const storedOf = async (texts: string[]) =>
  (
    await database.query<{ body: string }>('select body from messages where body = any ($1) order by id', [
      texts,
    ])
  ).rows.map(({ body }) => body);

async function tabOf(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path);
  await appReady(page);
  return page;
}
const said = (page: Page, text: string) => log(page).getByText(text, { exact: true });
const annaToBram = () => pageOf('anna', `/members/${bram}/chat`);
const bramToAnna = () => pageOf('bram', `/members/${anna}/chat`);

test('sends offline messages in order and once, and receives missed ones, without a reload', async () => {
  const [one, two] = [await annaToBram(), await bramToAnna()];
  await write(one, 'Voor de tunnel');
  await said(two, 'Voor de tunnel').waitFor();
  const before = await creditsOf(anna);

  await one.context().setOffline(true);
  const written = ['In de tunnel een', 'In de tunnel twee', 'In de tunnel drie'];
  for (const text of written) await write(one, text);
  await one.getByText('Verzenden…').waitFor();
  await write(two, 'Ben je er nog?');
  await one.context().setOffline(false);

  for (const text of written) await said(two, text).waitFor();
  await said(one, 'Ben je er nog?').waitFor();
  await one.getByText(/^(Verzonden|Gelezen)/).waitFor();
  expect(await storedOf(written)).toEqual(written);
  expect(await creditsOf(anna)).toBe(before - 3);
  for (const text of written) await expect.poll(() => said(one, text).count()).toBe(1);
});

test('loads a message sent between the rendering of the page and the start of its event stream', async () => {
  const two = await bramToAnna();
  const one = await newPage(browser, { baseURL: site.url });
  let begin = () => {};
  const held = new Promise<void>((resolve) => (begin = resolve));
  await one.context().route('**/api/events.php*', async (route) => {
    await held;
    await route.continue();
  });
  await one.request.post('/api/user.php', { data: { email: emailOf('anna'), password: demoPassword } });
  await one.goto(`/members/${bram}/chat`);
  await appReady(one);
  await write(two, 'Voor je luisterde');
  await two.getByText(/^(Verzonden|Gelezen)/).waitFor();
  // With a newer message, the list does not show that one is missing.
  await write(one, 'Ik luister nog niet');
  await one.getByText(/^(Verzonden|Gelezen)/).waitFor();
  expect(await said(one, 'Voor je luisterde').count()).toBe(0);
  begin();
  await said(one, 'Voor je luisterde').waitFor();
});

test('sends the unsent messages of a closed tab from another page, in order and with the same client_id', async () => {
  const one = await annaToBram();
  const context = one.context();
  const tried: string[] = [];
  await context.route('**/api/chat.php', (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    tried.push(route.request().postDataJSON().client_id);
    return route.abort();
  });
  const written = ['Tab een', 'Tab twee', 'Tab drie'];
  for (const text of written) await write(one, text);
  await expect.poll(() => tried.length).toBeGreaterThan(0);
  await expect.poll(() => storedOffline(one)).toBe(3);
  await one.close();
  await context.unroute('**/api/chat.php');

  await tabOf(context, '/members');
  await expect.poll(() => storedOf(written)).toEqual(written);
  const { rows } = await database.query('select client_id from messages where body = $1', [written[0]]);
  expect(rows[0].client_id).toBe(tried[0]);
});

test('shares one event stream among tabs, and misses nothing when the tab that holds it closes', async () => {
  const two = await bramToAnna();
  const one = await annaToBram();
  const context = one.context();
  let streams = 0;
  context.on(
    'request',
    (request) => request.url().includes('/api/events.php') && request.frame().page() !== one && streams++,
  );
  const tabs = [await tabOf(context, `/members/${bram}/chat`), await tabOf(context, `/members/${bram}/chat`)];
  await write(two, 'Aan alle tabbladen');
  for (const tab of [one, ...tabs]) await said(tab, 'Aan alle tabbladen').waitFor();
  expect(streams).toBe(0);

  await one.close();
  await write(two, 'Aan wie overbleef');
  for (const tab of tabs) await said(tab, 'Aan wie overbleef').waitFor();
  expect(streams).toBe(1);
});

test('polls an open conversation when the event stream is unavailable', async () => {
  const two = await bramToAnna();
  const one = await newPage(browser, { baseURL: site.url });
  await one.context().route('**/api/events.php*', (route) => route.abort());
  await one.request.post('/api/user.php', { data: { email: emailOf('anna'), password: demoPassword } });
  await one.goto(`/members/${bram}/chat`);
  await appReady(one);
  await write(two, 'Hoor je mij zo ook?');
  await said(one, 'Hoor je mij zo ook?').waitFor();
  await write(one, 'Ja hoor');
  await said(two, 'Ja hoor').waitFor();
});

test('loads messages missed while the device was asleep', async () => {
  const [one, two] = [await annaToBram(), await bramToAnna()];
  const devtools = await one.context().newCDPSession(one);
  await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
  await write(two, 'Slaap lekker');
  await two.getByText(/^Verzonden/).waitFor();
  await devtools.send('Page.setWebLifecycleState', { state: 'active' });
  await said(one, 'Slaap lekker').waitFor();
});

test('neither loses nor duplicates messages when the server restarts while two people write', async () => {
  const [one, two] = [await annaToBram(), await bramToAnna()];
  await database.end();
  await site.kill();
  await write(one, 'Zonder server een');
  await write(two, 'Zonder server twee');
  await one.getByText('Verzenden…').waitFor();
  await site.start();
  database = new pg.Client(site.databaseUrl());
  await database.connect();
  await said(two, 'Zonder server een').waitFor();
  await said(one, 'Zonder server twee').waitFor();
  for (const page of [one, two]) await page.getByText(/^(Verzonden|Gelezen)/).waitFor();
  expect((await storedOf(['Zonder server een', 'Zonder server twee'])).length).toBe(2);
});

test('keeps the draft when the other member deletes a message', async () => {
  const [one, two] = [await annaToBram(), await bramToAnna()];
  await write(one, 'Oeps, verkeerd');
  await said(two, 'Oeps, verkeerd').waitFor();
  await field(two).pressSequentially('Ik zie net');
  await log(one).getByText('Bram is aan het typen').waitFor({ state: 'attached' });
  await said(one, 'Oeps, verkeerd').hover();
  await log(one).getByRole('button', { name: 'Reageren en meer' }).last().click();
  await one.getByRole('dialog').getByRole('button', { name: 'Bericht verwijderen' }).click();
  await one.getByRole('dialog').getByRole('button', { name: 'Bericht verwijderen' }).click();
  await log(two).getByText('Dit bericht is verwijderd').last().waitFor();
  expect(await field(two).inputValue()).toBe('Ik zie net');
  await two.goto(`/members/${cara}/chat`);
  await appReady(two);
  expect(await field(two).inputValue()).toBe('');
  await two.goto(`/members/${anna}/chat`);
  await appReady(two);
  await expect.poll(() => field(two).inputValue()).toBe('Ik zie net');
});

test('sends messages that waited for credits when another tab buys some', async () => {
  await database.query(
    `select book_credits($1, 'refund', -credits, 'granted', $2, null) from members where id = $1`,
    [anna, randomUUID()],
  );
  const one = await annaToBram();
  await write(one, 'Wacht op credits');
  await one.getByText('Je hebt niet genoeg credits om dit bericht naar Bram te sturen.').waitFor();
  const shop = await tabOf(one.context(), '/credits');
  const started = await shop.request.post('/api/payment.php', {
    data: { package: 2, method: 'ideal', idempotency_key: randomUUID(), consent: true },
  });
  const { payment_id } = await started.json();
  await shop.request.post(`/sandbox/checkout/${payment_id}`, { data: { outcome: 'paid' } });
  await one.getByText(/^(Verzonden|Gelezen)/).waitFor();
  expect(await storedOf(['Wacht op credits'])).toHaveLength(1);
  expect(await creditsOf(anna)).toBe(49);
});

test('shows each of two simultaneous writers only their own conversation, in list order', async () => {
  const third = await pageOf('anna', '/chats');
  const two = await bramToAnna();
  await database.query(`update participants set hidden = false where member_id = $1`, [anna]);
  await write(two, 'Ik was eerst');
  const list = third.getByRole('navigation', { name: 'Gesprekken' });
  await list.getByText('Ik was eerst').waitFor();
  expect(await list.getByRole('listitem').first().innerText()).toContain('Bram');
  await expect.poll(() => third.title()).toMatch(/^\(\d+\)/);
  await list.getByRole('link', { name: /Bram/ }).click();
  await said(third, 'Ik was eerst').waitFor();
  await expect.poll(() => list.getByRole('link', { name: /Bram/ }).innerText()).not.toMatch(/\n1$/);
});

test('closes the conversation with the reason when blocked while writing, and charges nothing', async () => {
  const [one, two] = [await annaToBram(), await bramToAnna()];
  await write(one, 'Nog een vraag');
  await said(two, 'Nog een vraag').waitFor();
  const before = await creditsOf(anna);
  await field(one).fill('Waarom antwoord je niet');
  await two.request.post('/api/block.php', { data: { profile: anna } });
  await one
    .getByText(/geblokkeerd door Bram|Bram heeft je geblokkeerd/)
    .first()
    .waitFor();
  expect(await field(one).count()).toBe(0);
  expect(await creditsOf(anna)).toBe(before);
  await two.request.delete('/api/block.php', { data: { profile: anna } });
});
