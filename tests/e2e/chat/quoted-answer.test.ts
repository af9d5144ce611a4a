import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { accessibilityFaults } from '#support/browser/axe.ts';
import { complaintsOf } from '#support/browser/browser.ts';
import { chatPages, field, log } from '#support/browser/chat-pages.ts';
import { memberPages } from '#support/browser/member-pages.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';

const { site, browser } = await siteForTests();
const database = await databaseForTests(site);
const people = await memberPages(site, browser);
let anna: number;
let bram: number;
const { idOf, pageOf } = chatPages(() => ({ site, browser, database }));

const answers = [{ prompt: 'sunday', answer: 'Coffee, the long route, and no phone before noon.' }];

beforeAll(async () => {
  [anna, bram] = (await Promise.all(['anna', 'bram'].map(idOf))) as [number, number];
  await database.query(`select book_credits($1, 'operator_grant', 100, 'granted', $2, null)`, [
    bram,
    randomUUID(),
  ]);
});

const showAnswers = (hidden: string[] = []) =>
  database.query('update profiles set prompts = $2::jsonb, hidden_fields = $3 where id = $1', [
    anna,
    JSON.stringify(answers),
    hidden,
  ]);
const creditsOf = async (member: number) =>
  (await database.query<{ credits: number }>('select credits from members where id = $1', [member])).rows[0]!
    .credits;
const quoteIn = (page: Page) => log(page).getByText(answers[0]!.answer);

test.each(['desktop', 'phone'] as const)('writes about an answer on a profile (%s)', async (device) => {
  await showAnswers();
  const page = await pageOf('bram', `/en/members/${anna}`, { device });
  const complaints = complaintsOf(page);
  await page.getByRole('link', { name: /Write about this/ }).click();
  await page.getByRole('button', { name: 'Write without the quote' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  const text = `Which route, on the ${device}?`;
  await field(page).fill(text);
  await field(page).press('Enter');
  await log(page).locator('[data-message]', { hasText: text }).waitFor();
  expect(await quoteIn(page).count()).toBeGreaterThan(0);
  expect(new URL(page.url()).searchParams.has('about')).toBe(false);

  const reader = await pageOf('anna', `/en/members/${bram}/chat`, { device, dark: true });
  await log(reader).locator('[data-message]', { hasText: text }).getByText(answers[0]!.answer).waitFor();
  expect(await accessibilityFaults(reader)).toEqual([]);
  expect(complaints).toEqual([]);
});

test.each(['desktop', 'phone'] as const)('writes about a photo on a profile (%s)', async (device) => {
  const page = await pageOf('bram', `/en/members/${anna}`, { device });
  const complaints = complaintsOf(page);
  await page.getByRole('button', { name: 'Enlarge photo 1' }).click();
  const comment = page.getByRole('link', { name: 'Comment on this photo' });
  await comment.waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await comment.click();
  await page.getByRole('button', { name: 'Write without the quote' }).waitFor();
  const text = `Where was that, on the ${device}?`;
  await field(page).fill(text);
  await field(page).press('Enter');
  const message = (at: Page) => log(at).locator('[data-message]', { hasText: text });
  await message(page).locator('img[src*="/photos/"]').waitFor();
  const reader = await pageOf('anna', `/en/members/${bram}/chat`, { device, dark: true });
  await message(reader).getByText('About this photo').waitFor();
  await message(reader).locator('img[src*="/photos/"]').waitFor();
  expect(await accessibilityFaults(reader)).toEqual([]);
  expect(complaints).toEqual([]);

  const { rows } = await database.query<{ photo: string }>(
    `select about ->> 'photo' as photo from messages where body = $1`,
    [text],
  );
  const hide = (status: string) =>
    database.query('update photos set status = $2 where id = $1', [Number(rows[0]!.photo), status]);
  await hide('refused');
  await reader.reload();
  await message(reader).getByText('About a photo that is gone').waitFor();
  await hide('active');
});

test('leaves the quote out, and refuses an answer that is gone before the charge', async () => {
  await showAnswers();
  const page = await pageOf('bram', `/en/members/${anna}/chat?about=sunday`);
  await page.getByRole('button', { name: 'Write without the quote' }).click();
  await expect.poll(() => page.getByRole('button', { name: 'Write without the quote' }).count()).toBe(0);

  await page.goto(`${new URL(page.url()).origin}/en/members/${anna}/chat?about=sunday`);
  await page.getByRole('button', { name: 'Write without the quote' }).waitFor();
  await showAnswers(['prompts']);
  const before = await creditsOf(bram);
  await field(page).fill('Too late?');
  await field(page).press('Enter');
  await page.getByText(/no longer shows this answer/).waitFor();
  expect(await creditsOf(bram)).toBe(before);
});

test.each(['desktop', 'phone'] as const)('says that the first comment gives a like (%s)', async (device) => {
  await showAnswers();
  const writer = await people.plant({ name: `Otto ${device}`, gender: 'male' });
  const page = await people.page(writer, { device, dark: device === 'phone' });
  await people.open(page, `/en/members/${anna}/chat?about=sunday`);
  const note = page.getByText('Sends a like as well');
  await note.waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await field(page).fill('Which route?');
  await field(page).press('Enter');
  await log(page).locator('[data-message]', { hasText: 'Which route?' }).waitFor();
  const likes = () => people.query('select from likes where liker_id = $1 and liked_id = $2', [writer, anna]);
  await expect.poll(async () => (await likes()).length).toBe(1);
  await people.open(page, `/en/members/${anna}/chat?about=sunday`);
  await page.getByRole('button', { name: 'Write without the quote' }).waitFor();
  expect(await note.count()).toBe(0);
});
