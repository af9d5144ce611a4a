import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { appReady } from '#support/browser/browser.ts';
import { memberPages } from '#support/browser/member-pages.ts';
import { operatorPage } from '#support/browser/operator-pages.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';

const { site, browser } = await siteForTests();
const database = await databaseForTests(site);
const people = await memberPages(site, browser);

const at = (id: number, path: string): Promise<Page> =>
  operatorPage(browser, site, database, { id, path: `/en${path}`, language: 'en-GB' });
const button = (page: Page, name: string) => page.getByRole('button', { name });

async function waitingPhotos(name: string, count: number): Promise<string[]> {
  await database.query(`update photos set status = 'active' where status = 'inspecting'`);
  const { rows } = await database.query<{ id: string }>(
    `insert into photos (member_id, storage_key, width, height, status)
     select $1::bigint, storage_key, width, height, 'inspecting' from photos order by photos.id limit $2 returning id`,
    [await people.plant({ name }), count],
  );
  return rows.map(({ id }) => id);
}

const shownPhoto = async (page: Page) =>
  /photos\/(\d+)\//.exec((await page.getByRole('img', { name: /^Photo of/ }).getAttribute('src')) ?? '')?.[1];

test('keeps the photo on the screen when a colleague decides it, and takes no decision about another', async () => {
  const [one, two] = await waitingPhotos('Petra', 2);
  const page = await at(await people.employ('Mia', 'moderator'), '/admin/photos');
  expect(await shownPhoto(page)).toBe(one);
  await database.query(`update photos set status = 'active' where id = $1`, [one]);
  await page.getByText('A colleague has decided this, or is looking at it now.').waitFor({ timeout: 25_000 });
  expect(await shownPhoto(page)).toBe(one);
  await page.keyboard.press('a');
  expect(await shownPhoto(page)).toBe(one);
  await page.getByRole('main').getByRole('status').getByRole('button', { name: 'Next' }).click();
  await expect.poll(() => shownPhoto(page)).toBe(two);
  await page.keyboard.press('a');
  await page.getByText('No photo is waiting').waitFor();
  await page.context().close();
});

test('gives two moderators different photos', async () => {
  const waiting = await waitingPhotos('Petronella', 12);
  const first = await at(await people.employ('Mick', 'moderator'), '/admin/photos');
  const second = await at(await people.employ('Merel', 'moderator'), '/admin/photos');
  expect(await shownPhoto(first)).toBe(waiting[0]);
  expect(await shownPhoto(second)).toBe(waiting[10]);
  for (const page of [first, second]) await page.context().close();
});

test('shows within seconds that a decision failed, and lists the photo again', async () => {
  const [photo] = await waitingPhotos('Paula', 1);
  const page = await at(await people.employ('Max', 'moderator'), '/admin/photos');
  await page.route('**/api/admin/photos', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await page.keyboard.press('a');
  await page.getByText('No photo is waiting').waitFor();
  await page.getByRole('img', { name: /^Photo of/ }).waitFor({ timeout: 8000 });
  expect(await shownPhoto(page)).toBe(photo);
});

test('shows the refused photo to the reviewer of an appeal', async () => {
  const [photo] = await waitingPhotos('Pippa', 1);
  const [ann, bob] = [await people.employ('Ann', 'moderator'), await people.employ('Bob', 'moderator')];
  const {
    rows: [measure],
  } = await database.query(
    `with refused as (update photos set status = 'refused', decided_by = $2 where id = $1 returning id, member_id)
     insert into measures (member_id, kind, ground, facts, operator_id, undo)
     select member_id, 'content_removed', 'house_rules', 'Too dark', $2, jsonb_build_object('photo', id) from refused returning id, member_id`,
    [photo, ann],
  );
  await database.query(`insert into appeals (measure_id, member_id, body) values ($1, $2, 'It is bright')`, [
    measure.id,
    measure.member_id,
  ]);
  const page = await at(bob, '/admin/appeals');
  const picture = page.getByRole('img', { name: 'The refused photo' });
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
});

async function firstMessage(memberName: string, fictionalName: string, text: string) {
  const fictional = await people.plant({ name: fictionalName, kind: 'fictional' });
  const member = await people.plant({ name: memberName, gender: 'male' });
  const page = await people.page(member);
  await people.ask(page, 'POST', '/api/fictional-ack.php', { profile: fictional });
  const write = (words: string) =>
    people.ask(page, 'POST', '/api/chat.php', {
      profile: fictional,
      client_id: crypto.randomUUID(),
      text: words,
    });
  const { conversation } = await write(text);
  return { conversation: conversation.id, member, fictional, write };
}

test('keeps a writer’s draft through other conversations and a takeover, which asks first', async () => {
  const [wim, wendy] = [await people.employ('Wim', 'writer'), await people.employ('Wendy', 'writer')];
  const { conversation } = await firstMessage('Tom', 'Lola', 'Are you real?');
  const first = await at(wim, `/admin/desk/${conversation}`);
  await first.setViewportSize({ width: 1280, height: 720 });
  await button(first, 'Take conversation').click();
  const answer = first.getByLabel('Your answer');
  await answer.fill('I am a real person');
  expect((await answer.boundingBox())!.width).toBeGreaterThan(300);
  const tick = first.getByRole('checkbox', { name: 'I have read this' });
  const { width, height } = (await tick.boundingBox())!;
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(18);

  await first.goto('/en/admin/desk');
  await appReady(first);
  await first.goto(`/en/admin/desk/${conversation}`);
  await appReady(first);
  await expect.poll(() => answer.inputValue()).toBe('I am a real person');

  const second = await at(wendy, `/admin/desk/${conversation}`);
  await button(second, 'Take over').click();
  await second.getByText('Wim is writing here.').waitFor();
  expect(await second.getByLabel('Your answer').count()).toBe(0);
  await second.getByRole('dialog').getByRole('button', { name: 'Take over' }).click();
  await second.getByLabel('Your answer').waitFor();
  await first.getByText('Wendy has taken over. Your draft was not sent:').waitFor();
  await first.getByText('I am a real person').waitFor();
});

test('shows a writer all earlier messages, each once, and leaves the view where it is', async () => {
  const { conversation, member, fictional, write } = await firstMessage('Theo', 'Lily', 'Good morning');
  await database.query(
    `insert into messages (conversation_id, sender_id, client_id, kind, body)
     select $1, case when i % 3 = 0 then $2::bigint else $3::bigint end, gen_random_uuid(), 'text', 'Line ' || i from generate_series(1, 60) i`,
    [conversation, fictional, member],
  );
  const page = await at(await people.employ('Wilma', 'writer'), `/admin/desk/${conversation}`);
  await button(page, 'Take conversation').click();
  const log = page.getByRole('log');
  const line = (text: string) => log.getByText(text, { exact: true });
  const lines = () => log.getByText(/^Line \d+$/).allInnerTexts();
  const numbered = (from: number) => Array.from({ length: 61 - from }, (_, i) => `Line ${from + i}`);
  const inView = (text: string) =>
    line(text).evaluate((element) => {
      const { top, bottom } = element.closest('[role=log]')!.getBoundingClientRect();
      const shown = element.getBoundingClientRect();
      return shown.top >= top && shown.bottom <= bottom;
    });
  const topOf = async (text: string) => (await line(text).boundingBox())!.y;
  await page.getByLabel('Your answer').waitFor();
  expect(await lines()).toEqual(numbered(11));
  await expect.poll(() => inView('Line 60')).toBe(true);

  // Near the top the older ones load by themselves, so that the button may be gone before a click.
  await log.evaluate((element) => element.scrollTo({ top: 0 }));
  const before = await topOf('Line 11');
  await line('Good morning').waitFor();
  expect(await lines()).toEqual(numbered(1));
  expect(Math.abs((await topOf('Line 11')) - before)).toBeLessThan(2);
  expect(await button(page, 'Show earlier messages').count()).toBe(0);

  await line('Good morning').scrollIntoViewIfNeeded();
  await write('Still there?');
  await line('Still there?').waitFor();
  expect(await inView('Good morning')).toBe(true);
  expect(await inView('Still there?')).toBe(false);

  await page.getByLabel('Your answer').fill('Good evening');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await line('Good evening').waitFor();
  await expect.poll(() => inView('Good evening')).toBe(true);
  expect(await lines()).toEqual(numbered(1));
  for (const once of ['Good morning', 'Still there?', 'Good evening'])
    expect(await line(once).count(), once).toBe(1);
});

test('offers the site’s languages and the settings of the account in the office’s menu', async () => {
  const page = await at(await people.employ('Olga', 'moderator'), '/admin');
  await page.getByRole('heading', { name: 'Hello Olga' }).waitFor();
  await button(page, 'Olga').click();
  await page.getByRole('link', { name: 'Nederlands' }).click();
  await page.getByRole('heading', { name: 'Hallo Olga' }).waitFor();
  await appReady(page);
  await button(page, 'Olga').click();
  await page.getByRole('link', { name: 'Instellingen' }).click();
  await page.waitForURL(/\/notifications$/);
});

test('filters the desk by profile and by the member’s language, also while a conversation is open', async () => {
  const [mira, nora] = await Promise.all(
    ['Mira', 'Nora'].map((name) => people.plant({ name, kind: 'fictional' })),
  );
  const member = await people.page(await people.plant({ name: 'Timo', gender: 'male' }));
  const ask = async (profile: number) => {
    await people.ask(member, 'POST', '/api/fictional-ack.php', { profile });
    const body = { profile, client_id: crypto.randomUUID(), text: 'Hello' };
    return (await people.ask(member, 'POST', '/api/chat.php', body)).conversation.id as number;
  };
  const [toMira] = [await ask(mira!), await ask(nora!)];
  const page = await at(await people.employ('Wanda', 'writer'), `/admin/desk/${toMira}`);
  const rows = page.getByRole('link', { name: 'Timo →' });
  await rows.first().waitFor();
  expect(await rows.count()).toBe(2);
  await page.getByText('Filters', { exact: true }).click();
  await page.getByRole('combobox', { name: 'Profile' }).selectOption('Nora');
  await button(page, 'Show').click();
  await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining('Timo → Nora')]);
  await button(page, 'Take conversation').waitFor();
  await page.getByRole('combobox', { name: 'Profile' }).selectOption('All');
  await button(page, 'Show').click();
  await expect.poll(() => rows.count()).toBe(2);
});
