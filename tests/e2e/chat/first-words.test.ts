import { expect, test } from 'vitest';
import { accessibilityFaults } from '#support/browser/axe.ts';
import { memberPages } from '#support/browser/member-pages.ts';
import { siteForTests } from '#support/browser/site-for-tests.ts';
import { picture } from '#support/pictures.ts';

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

test.each(['phone', 'desktop'] as const)(
  'gives the whole message back to be changed on a %s',
  async (device) => {
    const writer = await pages.plant({ name: `Writer${device}`, premium: true });
    const other = await pages.plant({ name: `Other${device}`, gender: 'male' });
    await pages.query(
      `select book_credits($1, 'operator_grant', 10, 'granted', gen_random_uuid()::text, null)`,
      [writer],
    );
    await pages.query('update profiles set prompts = $2::jsonb where id = $1', [
      other,
      JSON.stringify([{ prompt: 'sunday', answer: 'Coffee and the long route.' }]),
    ]);
    const theirs = await pages.page(other, { device });
    await pages.open(theirs, `/en/members/${writer}`);
    await pages.ask(theirs, 'POST', '/api/chat.php', {
      profile: writer,
      client_id: crypto.randomUUID(),
      text: 'Do you like Utrecht?',
    });

    const page = await pages.page(writer, { device });
    await pages.open(page, `/en/members/${other}/chat?about=sunday`);
    const field = page.getByRole('textbox').last();
    await field.press('Control+ArrowUp');
    const quoted = page.getByRole('status').filter({ hasText: 'Do you like Utrecht?' });
    const answer = page.getByRole('button', { name: 'Write without the quote' });
    await quoted.waitFor();
    await answer.waitFor();
    await field.fill(RUDE);
    const file = { name: 'meadow.jpg', mimeType: 'image/jpeg', buffer: await picture().jpeg().toBuffer() };
    await page.locator('input[type=file]').setInputFiles(file);
    const once = page.getByRole('switch', { name: /^Can be seen once/ });
    await once.check();
    await field.press('Enter');
    const question = page.getByRole('alertdialog', { name: 'Are you sure?' });
    await question.waitFor();
    expect(await quoted.count()).toBe(0);
    // The question survives a reload with everything that it gives back.
    await page.reload();
    await question.getByRole('button', { name: 'Change it' }).click();
    await question.waitFor({ state: 'detached' });
    await quoted.waitFor();
    await answer.waitFor();
    expect(await field.inputValue()).toBe(RUDE);
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await once.isChecked()).toBe(true);
  },
);
