import { expect, test } from 'vitest';
import { accessibilityFaults } from '#support/browser/axe.ts';
import { memberPages } from '#support/browser/member-pages.ts';
import { siteForTests } from '#support/browser/site-for-tests.ts';

const { site, browser } = await siteForTests();
const pages = await memberPages(site, browser);

const RUDE = 'You are such a pathetic loser';

test.each([
  ['phone', false],
  ['desktop', true],
] as const)('asks both sides about rude first words on a %s (dark: %s)', async (device, dark) => {
  const sender = await pages.plant({ name: `Sender${device}`, premium: true });
  const reader = await pages.plant({ name: `Reader${device}`, gender: 'male' });
  const page = await pages.page(sender, { device, dark });
  await pages.open(page, `/en/members/${reader}/chat`);
  const field = page.getByRole('textbox').last();
  await field.fill(RUDE);
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Are you sure?' });
  await question.getByText('Your words could hurt').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);

  await question.getByRole('button', { name: 'Change it' }).click();
  await question.waitFor({ state: 'detached' });
  expect(await field.inputValue()).toBe(RUDE);
  await field.press('Enter');
  // The question survives a reload, and so does the message.
  await question.waitFor();
  await page.reload();
  await question.getByRole('button', { name: 'Send it anyway' }).click();
  await question.waitFor({ state: 'detached' });
  await expect
    .poll(async () => (await pages.query('select from messages where sender_id = $1', [sender])).length)
    .toBe(1);

  const theirs = await pages.page(reader, { device, dark });
  await pages.open(theirs, `/en/members/${sender}/chat`);
  const asked = theirs.getByRole('group', { name: 'Does this bother you?' });
  await asked.waitFor();
  expect(await accessibilityFaults(theirs)).toEqual([]);
  await asked.getByRole('button', { name: 'Block and report' }).click();
  const dialog = theirs.getByRole('dialog');
  await dialog.getByText('Our team gets this message').waitFor();
  await dialog.getByRole('button', { name: 'Block and report' }).click();
  await theirs.getByText('is blocked, and our team looks at your report').waitFor();
  expect(
    await pages.query('select from blocks where blocker_id = $1 and blocked_id = $2', [reader, sender]),
  ).toHaveLength(1);
  expect(await pages.query('select from complaints where profile_id = $1', [sender])).toHaveLength(1);
});

test('takes "no" for an answer about a conversation', async () => {
  const sender = await pages.plant({ name: 'Sanna', premium: true });
  const reader = await pages.plant({ name: 'Ruud', gender: 'male' });
  const writing = await pages.page(sender);
  await pages.open(writing, `/en/members/${reader}`);
  await pages.ask(writing, 'POST', '/api/chat.php', {
    profile: reader,
    client_id: crypto.randomUUID(),
    text: RUDE,
    words_confirmed: true,
  });
  const page = await pages.page(reader);
  await pages.open(page, `/en/members/${sender}/chat`);
  await page.getByRole('button', { name: "No, it's fine" }).click();
  await page.reload();
  await page.getByText(RUDE).first().waitFor();
  await page.waitForLoadState('networkidle');
  expect(await page.getByText('Does this bother you?').count()).toBe(0);
});
