import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closePages, sharedBrowser } from '#support/browser/browser.ts';
import { memberPages, type MemberPages } from '#support/browser/member-pages.ts';
import { operatorPage } from '#support/browser/operator-pages.ts';
import { startSite, type RunningSite } from '#support/running-site.ts';

let site: RunningSite;
let browser: Browser;
let database: pg.Client;
let people: MemberPages;
let owner: number;
let receiver: Server;
const received: { event: unknown; signature: unknown }[] = [];

beforeAll(async () => {
  receiver = createServer((request, response) => {
    received.push({
      event: request.headers['x-webhook-event'],
      signature: request.headers['x-webhook-signature'],
    });
    request.resume().on('end', () => response.end());
  });
  await new Promise<void>((resolve) => receiver.listen(0, 'localhost', resolve));
  [site, browser] = await Promise.all([
    startSite({
      PARTNER_HOSTS: `localhost:${(receiver.address() as AddressInfo).port}`,
      RELEASES_URL: 'https://releases.example.test/latest',
    }),
    sharedBrowser(),
  ]);
  database = new pg.Client(site.databaseUrl());
  await database.connect();
  people = await memberPages(site, browser);
  owner = (await database.query(`select id from members where 'owner' = any(roles)`)).rows[0].id;
});
afterAll(async () => {
  await database?.end();
  await closePages(browser);
  await site?.remove();
  receiver?.close();
});

const at = (path: string): Promise<Page> =>
  operatorPage(browser, site, database, { id: owner, path: `/en${path}`, language: 'en-GB' });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

test('shows the number of recipients of an announcement, sends it to exactly those members in their language, and reports on it', async () => {
  // The clock is shifted to noon everywhere, because mail about news is not sent at night.
  const [{ hours }] = (
    await database.query(`select 12 - extract(hour from now() at time zone 'UTC')::int as hours`)
  ).rows;
  await database.query('update members set time_zone = $1', [
    hours === 0 ? 'UTC' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`,
  ]);
  const dead = await people.plant({ name: 'Unreached' });
  await database.query(`update members set disabled_notification_reason = 'bounce' where id = $1`, [dead]);
  const page = await at('/admin/announcements/new');
  await page.getByLabel('Subject').fill('Record your voice');
  await page.getByLabel('Text', { exact: true }).fill('From today.');
  await button(page, 'Nederlands').click();
  await page.getByLabel('Subject').fill('Neem je stem op');
  await page.getByLabel('Text', { exact: true }).fill('Vanaf vandaag.');
  const reach = page.locator('section[aria-live] strong');
  await expect.poll(() => page.locator('section[aria-live]').innerText()).toContain('Nederlands');
  const promised = Number(await reach.innerText());
  const outcome = async () => (await database.query('select meant, sent, mailed from announcements')).rows[0];
  await button(page, 'Send it').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send it' }).click();
  await page.getByText(`${promised} members told`).waitFor();
  await page.getByText(`By email: ${promised}`).waitFor();
  expect(await outcome()).toEqual({ meant: promised, sent: promised, mailed: promised });
  const outbox = await page.request.get('/dev/outbox');
  expect(await outbox.text()).toContain('Neem je stem op');
});

test('cancels a scheduled announcement without notifying anybody', async () => {
  const page = await at('/admin/announcements/new');
  await page.getByLabel('Subject').fill('Tomorrow');
  await page.getByLabel('Text', { exact: true }).fill('A gift.');
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel('Day and time').fill(`${tomorrow}T10:00`);
  await button(page, 'Schedule').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Schedule' }).click();
  await page.waitForURL(/announcements$/);
  const row = page.locator('main li').filter({ hasText: 'Tomorrow' });
  await button(page, 'Stop').click();
  await row.getByText('Stopped').waitFor();
  const { rows } = await database.query(
    'select status, meant, sent from announcements order by id desc limit 1',
  );
  expect(rows).toEqual([{ status: 'cancelled', meant: null, sent: 0 }]);
});

test('rejects a webhook with an internal URL at its field, and calls a trusted one', async () => {
  const page = await at('/admin/webhooks');
  const address = page.getByRole('textbox', { name: 'Address' });
  await address.fill('https://10.0.0.1/hook');
  await button(page, 'Add an address').click();
  await page.getByText('That address is never called').waitFor();
  expect(await address.inputValue()).toBe('https://10.0.0.1/hook');
  await address.fill(`http://localhost:${(receiver.address() as AddressInfo).port}/hook`);
  await button(page, 'Add an address').click();
  await page.getByRole('dialog').getByRole('button').last().click();
  await button(page, 'Send a test').click();
  await expect
    .poll(() => received)
    .toEqual([{ event: 'ping', signature: expect.stringMatching(/^t=\d+,v1=/) }]);
});

test('rejects a price that is not a number at its field, and keeps the input', async () => {
  const page = await at('/admin/gifts');
  await page.locator('main summary').first().click();
  const form = page.locator('details[open] form');
  await form.getByLabel('Price in credits').fill('12x');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => form.getByLabel('Price in credits').getAttribute('aria-invalid')).toBe('true');
  expect(await form.getByLabel('Price in credits').inputValue()).toBe('12x');
});

test('creates cam listings as cam profiles only', async () => {
  await people.plant({ name: 'Cam Kim', kind: 'cam' });
  await people.plant({ name: 'House Hanna', kind: 'fictional' });
  const page = await at('/admin/cam-listings');
  await page.getByRole('heading', { name: 'Cam listings' }).waitFor();
  await page.getByText('Cam Kim').waitFor();
  expect(await page.getByText('House Hanna').count()).toBe(0);
});

test('tells the owner on the home screen that a newer release is out', async () => {
  await database.query(`insert into newest_release (version) values ('99.0.1')`);
  const page = await at('/admin');
  await page.getByText('Version 99.0.1 is out.').waitFor();
});
