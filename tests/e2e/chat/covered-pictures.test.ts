import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { accessibilityFaults } from '#support/browser/axe.ts';
import { chatPages } from '#support/browser/chat-pages.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';
import { figure } from '#support/pictures.ts';
import { changeSettings } from '#support/site-settings.ts';

// Intimate pictures between two browsers, with the bundled model. The picture is a drawn figure, so the site's threshold
// is low.

const { site, browser } = await siteForTests();
const database = await databaseForTests(site);
let anna: number;
let bram: number;
let file: { name: string; mimeType: string; buffer: Buffer };
const { creditsOf, idOf, pageOf } = chatPages(() => ({ site, browser, database }));

beforeAll(async () => {
  [anna, bram] = [await idOf('anna'), await idOf('bram')];
  await database.query(`select book_credits($1, 'purchase', 200, 'sales', $2, null)`, [anna, randomUUID()]);
  await changeSettings(site, { intimate_percent: 5 });
  file = { name: 'drawn.jpg', mimeType: 'image/jpeg', buffer: await figure().jpeg().toBuffer() };
});
// Pages stay open until the next test, so that a failure can report them.
beforeEach(() => Promise.all(browser.contexts().map((context) => context.close())));

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function sendPicture(page: Page) {
  await page.locator('input[type=file]').setInputFiles(file);
  await button(page, 'Verstuur 2 credits').click();
  await page.getByRole('alertdialog', { name: 'Weet je het zeker?' }).waitFor();
}

function clearPictures(page: Page): string[] {
  const seen: string[] = [];
  page.on('request', (request) => {
    if (/\/chat-images\/\d+\/\d+/.test(request.url())) seen.push(request.url());
  });
  return seen;
}

test('asks the sender, blurs the picture for the recipient, and shows it on request', async () => {
  const [one, two] = [
    await pageOf('anna', `/members/${bram}/chat`),
    await pageOf('bram', `/members/${anna}/chat`),
  ];
  const requested = clearPictures(two);
  const before = await creditsOf(anna);
  await sendPicture(one);
  expect(await accessibilityFaults(one)).toEqual([]);
  expect(await creditsOf(anna)).toBe(before);
  await button(one, 'Niet versturen').click();
  await one.getByRole('alertdialog').waitFor({ state: 'detached' });

  await sendPicture(one);
  await button(one, 'Wazig versturen').click();
  await one.getByText('Komt wazig aan. De ander beslist of die hem ziet.').waitFor();
  expect(await creditsOf(anna)).toBe(before - 2);

  const blurred = two.getByRole('img', { name: 'Wazige foto' });
  await expect.poll(() => blurred.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(160);
  expect(await accessibilityFaults(two)).toEqual([]);
  expect(requested).toEqual([]);
  await button(two, 'Tonen').click();
  await two.getByRole('img', { name: 'Foto die je kreeg' }).waitFor();
  await two.reload();
  await two.getByRole('img', { name: 'Foto die je kreeg' }).waitFor();
  // The sender's page has not changed.
  await one.getByText('Komt wazig aan. De ander beslist of die hem ziet.').waitFor();
});

test('deletes a declined picture on both sides', async () => {
  const [one, two] = [
    await pageOf('anna', `/members/${bram}/chat`),
    await pageOf('bram', `/members/${anna}/chat`),
  ];
  await sendPicture(one);
  await button(one, 'Wazig versturen').click();
  await button(two, 'Weigeren en wissen').click();
  await two.getByText('Je hebt deze foto geweigerd. Hij is gewist.').waitFor();
  await one.getByText('Deze foto is geweigerd en gewist.').waitFor();
});

test('refuses an intimate picture to a member who has opted out of them', async () => {
  const settings = await pageOf('bram', '/notifications/privacy');
  const never = settings.getByRole('switch', { name: /Stuur mij nooit intieme foto/ });
  await never.click();
  await expect
    .poll(
      async () =>
        (await database.query('select refuses_intimate from members where id = $1', [bram])).rows[0],
    )
    .toEqual({ refuses_intimate: true });
  const one = await pageOf('anna', `/members/${bram}/chat`);
  const before = await creditsOf(anna);
  await one.locator('input[type=file]').setInputFiles(file);
  await button(one, 'Verstuur 2 credits').click();
  await one.getByText("Bram wil geen intieme foto's ontvangen. Er is niets afgeschreven.").waitFor();
  expect(await creditsOf(anna)).toBe(before);
  await button(one, 'Weggooien').click();
  await database.query('update members set refuses_intimate = false where id = $1', [bram]);
});

test('reports and blocks the sender in one step, and keeps the picture as evidence', async () => {
  const [one, two] = [
    await pageOf('anna', `/members/${bram}/chat`),
    await pageOf('bram', `/members/${anna}/chat`),
  ];
  await sendPicture(one);
  await button(one, 'Wazig versturen').click();
  await button(two, 'Blokkeren en melden').click();
  const dialog = two.getByRole('dialog', { name: 'Anna blokkeren en melden?' });
  await dialog.waitFor();
  expect(await accessibilityFaults(two)).toEqual([]);
  await button(two, 'Blokkeren en melden').last().click();
  await two.getByText('Anna is geblokkeerd en ons team bekijkt je melding.').waitFor();
  const { rows } = await database.query(
    'select category, evidence_folders from complaints where reporter_id = $1 and profile_id = $2',
    [bram, anna],
  );
  expect(rows).toMatchObject([{ category: 'harassment' }]);
  expect(rows[0].evidence_folders.length).toBeGreaterThan(0);
  const blocks = await database.query('select from blocks where blocker_id = $1 and blocked_id = $2', [
    bram,
    anna,
  ]);
  expect(blocks.rowCount).toBe(1);
});
