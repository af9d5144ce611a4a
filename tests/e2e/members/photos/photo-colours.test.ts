import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Photo } from '#contract/photos/photo.ts';
import { demoPassword, emailOf } from '#seeds/people.ts';
import { appReady, newPage } from '#support/browser/browser.ts';
import { chatPages } from '#support/browser/chat-pages.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';
import { picture } from '#support/pictures.ts';

// Pictures that never arrive, so that what is beneath them stays visible.

const { site, browser } = await siteForTests();
const database = await databaseForTests(site);
const { idOf } = chatPages(() => ({ site, browser, database }));
let anna: number;
let main: Photo;
let secret: Photo;

async function withoutPictures(login: string): Promise<Page> {
  const page = await newPage(browser, { baseURL: site.url });
  await page.request.post('/api/user.php', { data: { email: emailOf(login), password: demoPassword } });
  await page.route(/\/(photos|chat-images)\/\d/, (route) => route.abort());
  return page;
}

async function upload(page: Page, fields: Record<string, string> = {}): Promise<Photo> {
  const answer = await page.request.post('/api/photo.php', {
    multipart: {
      file: { name: 'me.jpg', mimeType: 'image/jpeg', buffer: await picture().jpeg().toBuffer() },
      ...fields,
    },
  });
  expect(answer.status()).toBe(201);
  return answer.json();
}

const beneath = (page: Page, photo: Pick<Photo, 'id'>, within = 'main') =>
  page
    .locator(`${within} img[src*="/photos/${photo.id}/"]`)
    .first()
    .evaluate((image) => getComputedStyle(image).backgroundColor);

const rgb = ({ colour = '' }: Photo) => `rgb(${[...Buffer.from(colour, 'hex')].join(', ')})`;

beforeAll(async () => {
  anna = await idOf('anna');
  const page = await withoutPictures('anna');
  [main, secret] = [await upload(page), await upload(page, { private: 'true' })];
  await database.query(`update photos set status = 'active' where id = any($1)`, [[main.id, secret.id]]);
  await page.request.put('/api/photo.php', { data: { id: main.id, main: true } });
});

test('shows the colour of a photo beneath it, in the page from the server too', async () => {
  const page = await withoutPictures('bram');
  await page.goto('/members');
  await appReady(page);
  expect(await beneath(page, main)).toBe(rgb(main));
  const html = await (await page.request.get('/members')).text();
  expect(html).toContain(`background-color:#${main.colour}`);

  await page.goto(`/members/${anna}`);
  await appReady(page);
  const open = page.getByRole('button', { name: 'Vergroot foto 1' });
  expect(await open.evaluate((button) => getComputedStyle(button).backgroundColor)).toBe(rgb(main));
  await open.click();
  expect(await beneath(page, main, 'dialog')).toBe(rgb(main));
  const size = await page.locator('dialog img').first().boundingBox();
  expect(size!.height).toBeGreaterThan(400);
});

test('shows no colour beneath a locked photo', async () => {
  const page = await withoutPictures('bram');
  await database.query('update members set paid_user = false where email_key = $1', [emailOf('bram')]);
  await page.goto(`/members/${anna}`);
  await appReady(page);
  expect(await beneath(page, secret)).toBe('rgba(0, 0, 0, 0)');
});

test('shows the colour of a picture in a conversation', async () => {
  const page = await withoutPictures('bram');
  await database.query(`select book_credits($1, 'purchase', 20, 'sales', $2, null)`, [
    await idOf('bram'),
    randomUUID(),
  ]);
  const sent = await page.request.post('/api/chat.php', {
    multipart: {
      profile: String(anna),
      client_id: randomUUID(),
      intimate_confirmed: 'true',
      file: { name: 'me.jpg', mimeType: 'image/jpeg', buffer: await picture().jpeg().toBuffer() },
    },
  });
  expect(sent.status()).toBe(201);
  const { message } = (await sent.json()) as { message: { image: { id: number; colour: string } } };
  await page.goto(`/members/${anna}/chat`);
  await appReady(page);
  const image = page.locator(`img[src*="/chat-images/${message.image.id}/"]`);
  expect(await image.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe(
    rgb({ ...main, colour: message.image.colour }),
  );
});
