import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { accessibilityFaults } from '#support/browser/axe.ts';
import { closePages } from '#support/browser/browser.ts';
import { chatPages, log, write } from '#support/browser/chat-pages.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';

// Who may write first (docs/product.md 6.9, 6.10), as two members see them.

const { site, browser } = await siteForTests();
const database = await databaseForTests(site);
let anna: number;
let bram: number;
const { creditsOf, idOf, pageOf } = chatPages(() => ({ site, browser, database }));

beforeAll(async () => {
  [anna, bram] = [await idOf('anna'), await idOf('bram')];
  await database.query(`select book_credits($1, 'purchase', 200, 'sales', $2, null)`, [bram, randomUUID()]);
  await database.query('update members set free_messages_used = 5 where id = $1', [bram]);
});
beforeEach(async () => {
  await closePages(browser);
  await database.query('delete from contact_conditions');
  await database.query('delete from likes where $1 in (liker_id, liked_id)', [anna]);
  await database.query('delete from conversations where $1 in (member_low, member_high)', [anna]);
  await database.query('update profiles set verified = false where id = $1', [bram]);
});

for (const device of ['desktop', 'phone'] as const) {
  test(`a member refuses first messages, and the writer learns why before paying (${device})`, async () => {
    const hers = await pageOf('anna', '/who-may-write', { device });
    await hers.getByLabel('Geverifieerde leden').check();
    await hers.getByLabel('Worden geweigerd').check();
    await hers.getByRole('button', { name: 'Opslaan' }).click();
    await hers.getByText('Opgeslagen').waitFor();
    expect(await accessibilityFaults(hers)).toEqual([]);

    const before = await creditsOf(bram);
    const his = await pageOf('bram', `/members/${anna}/chat`, { device });
    await his.getByText('Anna wil alleen berichten van geverifieerde leden.').waitFor();
    expect(await creditsOf(bram)).toBe(before);
  });

  test(`a request stays collapsed and covered until she accepts it (${device})`, async () => {
    const hers = await pageOf('anna', '/who-may-write', { device });
    await hers.getByLabel('Verborgen woorden').fill('schatje');
    await hers.getByRole('button', { name: 'Opslaan' }).click();
    await hers.getByText('Opgeslagen').waitFor();

    const his = await pageOf('bram', `/members/${anna}/chat`, { device });
    await write(his, 'Dag schatje!');
    await his.getByText(/^Verzonden/).waitFor();

    await hers.goto('/chats');
    await hers.getByText('Verzoeken').click();
    await hers.getByText('Afgedekt').waitFor();
    expect(await hers.getByText('schatje').count()).toBe(0);
    expect(await accessibilityFaults(hers)).toEqual([]);
    await hers.getByRole('link', { name: /Bram/ }).first().click();
    await hers.getByRole('button', { name: 'Bericht tonen' }).click();
    await log(hers).getByText('Dag schatje!').waitFor();
    expect(await accessibilityFaults(hers)).toEqual([]);
    await hers.getByRole('button', { name: 'Accepteren' }).click();
    await expect.poll(() => hers.getByRole('button', { name: 'Accepteren' }).count()).toBe(0);
    await hers.goto('/chats');
    await hers.getByText('Dag schatje!').first().waitFor();
    expect(await hers.getByText('Verzoeken').count()).toBe(0);
  });
}

test('a declined request returns the credits', async () => {
  await database.query(`insert into contact_conditions (member_id, verified) values ($1, true)`, [anna]);
  const before = await creditsOf(bram);
  const his = await pageOf('bram', `/members/${anna}/chat`);
  await his.getByText('Anna krijgt dit als verzoek').waitFor();
  await write(his, 'Hallo Anna');
  await his.getByText(/^Verzonden/).waitFor();
  expect(await creditsOf(bram)).toBe(before - 1);
  const hers = await pageOf('anna', '/chats');
  await hers.getByText('Verzoeken').click();
  await hers.getByText('Hallo Anna').click();
  await hers.getByRole('button', { name: 'Weigeren' }).click();
  await expect.poll(() => creditsOf(bram)).toBe(before);
  await his.reload();
  await his.getByText('Anna wil niet chatten.').waitFor();
});

test('warns of conditions that let nobody through', async () => {
  const hers = await pageOf('anna', '/who-may-write', { device: 'phone' });
  await hers.getByLabel('Leeftijd vanaf').selectOption('99');
  await hers.getByRole('button', { name: 'Opslaan' }).click();
  await hers.getByText('Geen van onze nieuwste leden').waitFor();
});
