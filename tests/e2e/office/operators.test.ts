import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityFaults } from '#support/browser/axe.ts';
import { appReady, complaintsOf } from '#support/browser/browser.ts';
import { memberPages } from '#support/browser/member-pages.ts';
import { operatorPage, setUpApp } from '#support/browser/operator-pages.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';
import { picture } from '#support/pictures.ts';
import { startTranslationService } from '#support/services/fake-libretranslate.ts';

// The daily work of operators: login with two factors, queues, the desk. Complaints are tested in
// members-area.test.ts, chat images in chat-choices.test.ts, refunds in withdraw.test.ts.

const english = { language: 'en-GB' };

const translation = await startTranslationService();
afterAll(() => translation.close());
const { site, browser } = await siteForTests({ TRANSLATION_URL: translation.url });
const database = await databaseForTests(site);
const people = await memberPages(site, browser);
let photo: string;

beforeAll(async () => {
  photo = join(site.dataDir, 'selfie.jpg');
  writeFileSync(photo, await picture(600, 800).jpeg().toBuffer());
});

const at = (id: number, path: string): Promise<Page> =>
  operatorPage(browser, site, database, { id, path: `/en${path}`, ...english });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

test('makes an operator set up an authenticator app first, shows recovery codes and lets them in', async () => {
  const olga = await people.employ('Olga', 'moderator');
  const page = await people.page(olga);
  const complaints = complaintsOf(page);
  await people.open(page, '/en/admin/photos');
  await setUpApp(page);
  await page.getByRole('heading', { name: 'Hello Olga' }).waitFor();
  // Except for the 403 that led to the second step, which the browser logs.
  expect(complaints.filter((line) => !line.includes('403'))).toEqual([]);
});

test('verifies a member by a selfie and shows the badge; approves a photo for premium members only', async () => {
  const [vera, mo] = [await people.plant({ name: 'Vera' }), await people.employ('Mo', 'moderator')];
  const { rows } = await database.query<{ id: string }>(
    `insert into photos (member_id, storage_key, width, height, status)
     select $1::bigint, storage_key, width, height, unnest(array['active', 'inspecting']) from photos order by photos.id limit 2 returning id`,
    [vera],
  );
  await database.query('update profiles set main_photo_id = $2, num_photos = 1 where id = $1', [
    vera,
    rows[0]!.id,
  ]);
  const page = await people.page(vera, { device: 'phone' });
  await people.open(page, '/en/verification');
  await button(page, 'Start').click();
  await page.getByRole('heading', { name: 'Take a selfie like this' }).waitFor();
  await page.locator('input[type=file]').setInputFiles(photo);
  await button(page, 'Send the selfie').click();
  await page.getByText("We're looking at your selfie").waitFor();

  const office = await at(mo, '/admin/verifications');
  await office.getByRole('img', { name: 'Selfie of Vera' }).waitFor();
  await office.keyboard.press('a');
  await office.getByText('Nobody is waiting').waitFor();
  // The queue shows the next item before the server has responded.
  await expect
    .poll(
      async () => (await database.query('select from profiles where id = $1 and verified', [vera])).rowCount,
    )
    .toBe(1);
  await people.open(page, `/en/members/${vera}`);
  await page.getByText('Verified', { exact: true }).filter({ visible: true }).first().waitFor();

  await office.goto('/en/admin/photos');
  await appReady(office);
  await office.getByRole('img', { name: /Vera/ }).waitFor();
  await office.keyboard.press('p');
  await office.getByText('Approved, for premium members only').waitFor();
  await expect
    .poll(
      async () =>
        (await database.query('select private from photos where member_id = $1 and private', [vera]))
          .rowCount,
    )
    .toBe(1);

  await office.goto(`/en/admin/members/${vera}`);
  await appReady(office);
  await office.getByLabel('What to do').selectOption('badge_removed');
  await office.getByLabel('Rule').first().selectOption('fake_profile');
  await office.getByLabel('What happened').first().fill('The selfie shows somebody else.');
  await button(office, 'Take the badge away').click();
  await office.getByText('Done. The member is told the reasons by email.').waitFor();
  await office.getByText('Verified badge removed').first().waitFor();
  expect(await office.getByLabel('What to do').locator('option').allInnerTexts()).not.toContain(
    'Verified badge removed',
  );
  await people.open(page, `/en/members/${vera}`);
  await page.getByRole('heading', { name: /Vera/ }).first().waitFor();
  expect(await page.getByText('Verified', { exact: true }).count()).toBe(0);
});

test('ends the badge with the approval of a new main photo, and leads the member to a new selfie', async () => {
  const [nora, mo] = [await people.plant({ name: 'Nora' }), await people.employ('Moira', 'moderator')];
  await database.query(
    `insert into photos (member_id, storage_key, width, height, status, created_at)
     select $1::bigint, storage_key, width, height, 'active', app_now() - interval '2 days' from photos order by id limit 1`,
    [nora],
  );
  await database.query(
    `insert into verifications (member_id, pose, verified, decided_at) values ($1, 'open_hand', true, app_now() - interval '1 day')`,
    [nora],
  );
  await database.query(
    `with newer as (
       insert into photos (member_id, storage_key, width, height, status)
         select $1::bigint, storage_key, width, height, 'inspecting' from photos order by id limit 1 returning id
     ) update profiles set main_photo_id = (select id from newer), num_photos = 1, verified = true where id = $1`,
    [nora],
  );
  const page = await people.page(nora, { device: 'phone' });
  await people.open(page, `/en/members/${nora}`);
  await page.getByText('Verified', { exact: true }).filter({ visible: true }).first().waitFor();

  const office = await at(mo, '/admin/photos');
  await office.getByRole('img', { name: /Nora/ }).waitFor();
  await office.keyboard.press('a');
  await expect
    .poll(
      async () => (await database.query('select from profiles where id = $1 and verified', [nora])).rowCount,
    )
    .toBe(0);
  await people.open(page, `/en/members/${nora}`);
  await page.getByRole('heading', { name: /Nora/ }).first().waitFor();
  expect(await page.getByText('Verified', { exact: true }).count()).toBe(0);
  await people.open(page, '/en/activity');
  await page.getByRole('link', { name: 'You have a new main photo, so your badge has ended.' }).click();
  await button(page, 'Start').waitFor();
});

test('closes a held account only with a reason, for a suspected minor the age', async () => {
  const held = await people.plant({ name: 'Hella' });
  const young = await people.plant({ name: 'Minna' });
  await database.query(
    `insert into account_holds (member_id, reason) values ($1, 'disposable_mail'), ($2, 'minor_words')`,
    [held, young],
  );
  const page = await at(await people.employ('Hanna', 'moderator'), '/admin/held-accounts');
  const minor = page.getByRole('listitem').filter({ hasText: 'Minna' });
  await minor.getByRole('button', { name: 'Close the account' }).click();
  expect(await minor.getByLabel('Rule').inputValue()).toBe('underage');
  const account = page.getByRole('listitem').filter({ hasText: 'Hella' });
  const close = account.getByRole('button', { name: 'Close the account' });
  await close.click();
  await close.click();
  const reason = account.getByLabel('What happened');
  expect(await reason.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await account.getByLabel('Rule').inputValue()).toBe('house_rules');
  await reason.fill('The address of the account can be read by anybody.');
  await close.click();
  await account.waitFor({ state: 'detached' });
  const { rows } = await database.query('select status from members where id = $1', [held]);
  expect(rows).toEqual([{ status: 'banned' }]);
});

test('removes a flagged text with a reason; lets another moderator reverse an appealed ban', async () => {
  const [ada, bo, spammer] = [
    await people.employ('Ada', 'moderator'),
    await people.employ('Bo', 'moderator'),
    await people.plant({ name: 'Sam', gender: 'male' }),
  ];
  await database.query('update members set confirmed_at = app_now() where id = $1', [spammer]);
  await database.query(
    `insert into flagged_texts (member_id, kind, body, rules) values ($1, 'about', 'call me on 06 1234 5678', '{phone}')`,
    [spammer],
  );
  const first = await at(ada, '/admin/texts');
  await first.getByText('call me on 06 1234 5678').waitFor();
  await button(first, 'Keep').first().click();
  await first.getByText('call me on 06 1234 5678').waitFor({ state: 'detached' });

  await first.goto(`/en/admin/members/${spammer}`);
  await appReady(first);
  await first.getByLabel('What to do').selectOption('ban');
  await first.getByLabel('Rule').first().selectOption('spam');
  await first.getByLabel('What happened').first().fill('Forty times the same message.');
  await button(first, 'Close the account').click();
  await first.getByText('Done. The member is told the reasons by email.').waitFor();

  const visitor = await people.page(null);
  let link = '';
  await expect
    .poll(async () => {
      const { items } = (await (await fetch(`${site.url}/dev/outbox.json?to=sam@pages.test`)).json()) as {
        items: { links: string[] }[];
      };
      link = items.flatMap(({ links }) => links).find((address) => address.includes('/appeal')) ?? '';
      return link;
    })
    .not.toBe('');
  await people.open(visitor, link);
  await visitor.getByLabel('Why do you disagree?').fill('That was my brother.');
  await button(visitor, 'Send appeal').click();
  await visitor.getByText('Being looked at').waitFor();

  await first.goto('/en/admin/appeals');
  await appReady(first);
  await first.getByText('This was your decision, so someone else has to review it.').waitFor();
  const second = await at(bo, '/admin/appeals');
  await second.getByLabel('Your answer').fill('You are right, we are sorry.');
  await button(second, 'Reverse the decision').click();
  await second.getByText('No appeals').waitFor();
  await visitor.reload();
  await visitor.getByText('You are right, we are sorry.').waitFor();
  const back = await visitor.request.post('/api/user.php', {
    data: { email: 'sam@pages.test', password: 'liaison-demo' },
  });
  expect(back.status()).toBe(200);
});

test('lets a writer claim a conversation and another take it over, and shows the answer live', async () => {
  const [wim, wendy] = [await people.employ('Wim', 'writer'), await people.employ('Wendy', 'writer')];
  const [lola, tom] = [
    await people.plant({ name: 'Lola', kind: 'fictional' }),
    await people.plant({ name: 'Tom', gender: 'male' }),
  ];
  const member = await people.page(tom);
  await people.ask(member, 'POST', '/api/fictional-ack.php', { profile: Number(lola) });
  const { conversation } = await people.ask(member, 'POST', '/api/chat.php', {
    profile: Number(lola),
    client_id: crypto.randomUUID(),
    text: 'Good evening Lola',
  });
  await people.open(member, `/en/chats/${conversation.id}`);

  const first = await at(wim, `/admin/desk/${conversation.id}`);
  const second = await at(wendy, `/admin/desk/${conversation.id}`);
  await button(first, 'Take conversation').click();
  await first.getByLabel('Your answer').waitFor();
  await first.getByRole('button', { name: 'Translate', exact: true }).click();
  await first.getByText('[en] Good evening Lola').waitFor();
  await first.getByText('Translated from Dutch').waitFor();
  expect(await accessibilityFaults(first)).toEqual([]);
  await second.getByText('Wim is answering').waitFor();
  expect(await second.getByLabel('Your answer').count()).toBe(0);

  await button(second, 'Take over').click();
  await second.getByRole('dialog').getByRole('button', { name: 'Take over' }).click();
  await second.getByLabel('Your answer').waitFor();
  await first.getByText('Wendy is answering').waitFor();
  const openings = second.getByRole('group', { name: 'Opening lines' }).getByRole('button');
  await openings.first().click();
  await expect
    .poll(async () => second.getByLabel('Your answer').inputValue())
    .toBe(await openings.first().textContent());
  await second.getByLabel('Your answer').fill('Good evening Tom, how was your day?');
  await second.getByLabel('Your answer').press('Enter');
  await member.getByRole('log').getByText('Good evening Tom, how was your day?').waitFor();
  await first.getByRole('log').getByText('Good evening Tom, how was your day?').waitFor();
});

test('shows a hint below a message that asks for money, once, and only to its reader', async () => {
  const [nell, rob] = [
    await people.plant({ name: 'Nell' }),
    await people.plant({ name: 'Rob', gender: 'male' }),
  ];
  const [reader, sender] = [await people.page(nell), await people.page(rob)];
  const { conversation } = await people.ask(sender, 'POST', '/api/chat.php', {
    profile: Number(nell),
    client_id: crypto.randomUUID(),
    text: 'Can you send me some money?',
    words_confirmed: true,
  });
  await people.open(reader, `/en/chats/${conversation.id}`);
  const hint = "Never send money to someone you haven't met.";
  await reader.getByText(hint).waitFor();
  await people.open(sender, `/en/chats/${conversation.id}`);
  await sender.getByText('Can you send me some money?').first().waitFor();
  expect(await sender.getByText(hint).count()).toBe(0);
});

test('removes conversation and like on unmatch without notifying or blocking the other member', async () => {
  const [nina, rik] = [
    await people.plant({ name: 'Nina' }),
    await people.plant({ name: 'Rik', gender: 'male' }),
  ];
  const [hers, his] = [await people.page(nina, { device: 'phone' }), await people.page(rik)];
  expect(await people.ask(hers, 'POST', '/api/like.php', { profile: Number(rik) })).toMatchObject({
    liked: true,
  });
  expect(await people.ask(his, 'POST', '/api/like.php', { profile: Number(nina) })).toMatchObject({
    match: true,
  });
  const { conversation } = await people.ask(his, 'POST', '/api/chat.php', {
    profile: Number(nina),
    client_id: crypto.randomUUID(),
    text: 'Hello Nina',
  });
  await people.open(hers, `/en/chats/${conversation.id}`);
  await button(hers, /^More options/).click();
  await button(hers, 'Unmatch').click();
  await hers.getByText("Unmatched. Rik won't be told.").waitFor();
  const chatsOf = async (page: Page) =>
    (await people.ask(page, 'GET', '/api/chats.php')).chats.map(
      ({ profile }: { profile: { id: number } }) => profile.id,
    );
  expect(await chatsOf(hers)).not.toContain(Number(rik));
  expect(await chatsOf(his)).toContain(Number(nina));
  expect((await database.query('select from likes where liker_id = $1', [nina])).rowCount).toBe(0);
  const again = await people.ask(his, 'POST', '/api/chat.php', {
    conversation: conversation.id,
    client_id: crypto.randomUUID(),
    text: 'Are you there?',
  });
  expect(again.error).toBeUndefined();
  expect(await chatsOf(hers), 'a new message brings the conversation back').toContain(Number(rik));
});

test('finds and opens a member by keyboard, the only one at once, and restores the focus after the menu', async () => {
  await people.page(await people.plant({ name: 'Zelda' }));
  await people.plant({ name: 'Zelma' });
  const support = await people.employ('Sue', 'support');
  const page = await at(support, '/admin');
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');
  await page.keyboard.press('/');
  await page.keyboard.type('zel');
  await page.keyboard.press('Enter');
  await page.waitForURL(/find=zel/);
  await page.getByRole('link', { name: 'Zelda' }).waitFor();
  // Navigation focuses the heading; from there `j` goes to the rows, past the filters.
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  for (let n = 0; n < 2 && (await focused()) !== 'Zelda'; n++) await page.keyboard.press('j');
  expect(await focused()).toBe('Zelda');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Zelda' }).waitFor();
  // What support needs to answer her: her language, site and country, and her sessions.
  for (const fact of ['English', 'Default site', 'Utrecht, Utrecht, Netherlands'])
    await page.locator('dd').getByText(fact, { exact: true }).waitFor();
  await page.getByRole('heading', { name: 'Logged in on' }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('zelma');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Zelma' }).waitFor();

  await button(page, 'Sue').focus();
  await page.keyboard.press('Enter');
  await button(page, 'Log out').waitFor();
  await page.keyboard.press('Escape');
  await button(page, 'Log out').waitFor({ state: 'hidden' });
  expect(await focused()).toContain('Sue');
});

test('collapses filters behind a button on a phone, and closes the menu after navigation', async () => {
  const fin = await people.employ('Fin', 'finance');
  const page = await operatorPage(browser, site, database, {
    id: fin,
    path: '/en/admin',
    device: 'phone',
    ...english,
  });
  await page.getByText('Menu', { exact: true }).click();
  await page
    .getByRole('link', { name: 'Worklist', exact: true })
    .and(page.locator(':visible'))
    .last()
    .click();
  const filters = button(page, /^Filters/);
  await filters.waitFor();
  expect(await page.locator('details[open]').count()).toBe(0);
  const kind = page.getByLabel('Type', { exact: true });
  expect(await kind.isVisible()).toBe(false);
  await filters.focus();
  await page.keyboard.press('Enter');
  expect(await filters.getAttribute('aria-expanded')).toBe('true');
  await kind.selectOption('refund');
  await page.getByLabel("Member's number or email").press('Enter');
  await page.waitForURL(/kind=refund/);
  expect(await kind.isVisible()).toBe(false);
  await button(page, 'Filters 1 in use').waitFor();
  expect(await filters.evaluate((element) => element === document.activeElement)).toBe(true);
});

test('keeps the menu usable on a failing screen and suggests a next step', async () => {
  const page = await at(await people.employ('Fenna', 'finance'), '/admin');
  await page.route('**/api/admin/books?*', (route) =>
    route.fulfill({ status: 403, json: { error: 'role_required', message: 'No' } }),
  );
  await page.getByRole('link', { name: 'Books' }).click();
  await page.locator('main [data-status="403"]').getByRole('link', { name: 'Office', exact: true }).click();
  await page.getByRole('heading', { name: 'Hello Fenna' }).waitFor();
});
