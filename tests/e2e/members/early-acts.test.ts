import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { demoPassword } from '#seeds/people.ts';
import { appReady } from '#support/browser/browser.ts';
import { memberPages } from '#support/browser/member-pages.ts';
import { siteForTests } from '#support/browser/site-for-tests.ts';

// What a member does on a slow connection while the page is already visible, but React has not loaded yet.

const { site, browser } = await siteForTests();
const people = await memberPages(site, browser);

/** Opens a path without the app's code, which arrives when the returned function is called. */
async function openSlowly(page: Page, path: string) {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  await page.route(/\/assets\/framework-/, async (route) => {
    await arrived;
    await route.continue();
  });
  const listens = page.waitForResponse(/early-acts/).then((response) => response.finished());
  await page.goto(path, { waitUntil: 'commit' });
  await listens;
  return async () => {
    expect(await page.evaluate(() => document.documentElement.dataset['ready'])).toBeUndefined();
    arrive();
    await appReady(page);
  };
}

for (const device of ['desktop', 'phone'] as const) {
  test(`a button pressed early acts once (${device})`, async () => {
    const [lena, otto] = [
      await people.plant({ name: `Lena${device}` }),
      await people.plant({ name: `Otto${device}`, gender: 'male' }),
    ];
    await people.query(
      "insert into dismissed_profiles (member_id, profile_id, until) values ($1, $2, now() + interval '1 day')",
      [lena, otto],
    );
    const page = await people.page(lena, { device });
    const calls: string[] = [];
    page.on('request', (request) => request.method() === 'DELETE' && calls.push(request.url()));
    const arrive = await openSlowly(page, '/en/notifications/dismissed');
    const button = page.getByRole('button', { name: 'Find again' });
    await button.click();
    await button.click();
    await arrive();
    await page.getByText("You haven't marked any profile").waitFor();
    expect(calls).toHaveLength(1);
  });
}

test('passwords submitted early stay out of the address, and are sent once React listens', async () => {
  const rosa = await people.plant({ name: 'Rosa' });
  const page = await people.page(rosa);
  const arrive = await openSlowly(page, '/en/notifications/access');
  await page.getByLabel('Old password', { exact: true }).fill(`${demoPassword} wrong`);
  await page.getByLabel('New password', { exact: true }).fill('a longer sentence of words');
  await page.getByLabel('New password once more', { exact: true }).fill('a longer sentence of words');
  await page.keyboard.press('Enter');
  await page.waitForTimeout(500);
  expect(new URL(page.url()).search).toBe('');
  const call = page.waitForResponse(/\/api\/.*password/);
  await arrive();
  expect((await call).status()).toBe(422);
  expect(await page.getByLabel('New password once more', { exact: true }).inputValue()).toBe(
    'a longer sentence of words',
  );
});

test('a switch turned early is saved', async () => {
  const tess = await people.plant({ name: 'Tess' });
  const page = await people.page(tess);
  const arrive = await openSlowly(page, '/en/notifications/preferences');
  const mail = page.getByRole('switch', { name: 'New messages, Email' });
  expect(await mail.isChecked()).toBe(true);
  await mail.locator('xpath=ancestor-or-self::label').first().click();
  expect(await mail.isChecked()).toBe(false);
  await arrive();
  await expect
    .poll(() => people.query('select notifications_disabled from members where id = $1', [tess]))
    .toEqual([{ notifications_disabled: expect.arrayContaining(['email:new_messages']) }]);
  expect(await mail.isChecked()).toBe(false);
});

test('a question typed and submitted early is asked once', async () => {
  const vera = await people.plant({ name: 'Vera' });
  const page = await people.page(vera);
  const arrive = await openSlowly(page, '/en/support');
  await page.getByLabel('Subject').fill('My photo');
  await page.getByLabel('Your question').fill('Why was it refused?');
  await page.getByRole('button', { name: 'Send' }).click();
  await arrive();
  await expect
    .poll(() => people.query('select subject from support_threads where member_id = $1', [vera]))
    .toEqual([{ subject: 'My photo' }]);
});

test('words typed early in a conversation stay in the field, and Enter sends them', async () => {
  const [yara, bas] = [
    await people.plant({ name: 'Yara' }),
    await people.plant({ name: 'Bas', gender: 'male' }),
  ];
  const { conversation } = await people.ask(await people.page(bas), 'POST', '/api/chat.php', {
    profile: yara,
    text: 'Do you sail?',
    client_id: crypto.randomUUID(),
  });
  const page = await people.page(yara);
  const arrive = await openSlowly(page, `/en/chats/${conversation.id}`);
  const field = page.getByRole('textbox', { name: /Bas/ });
  await field.pressSequentially('Every Sunday');
  await arrive();
  await expect.poll(() => page.getByRole('button', { name: 'Send free' }).isEnabled()).toBe(true);
  expect(await field.inputValue()).toBe('Every Sunday');
  await field.press('Enter');
  await expect
    .poll(() =>
      people.query('select body from messages where conversation_id = $1 order by id', [conversation.id]),
    )
    .toEqual([{ body: 'Do you sail?' }, { body: 'Every Sunday' }]);
});
