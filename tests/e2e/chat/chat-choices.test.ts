import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { accessibilityFaults } from '#support/browser/axe.ts';
import { appReady, closePages } from '#support/browser/browser.ts';
import { chatPages, field, log, write } from '#support/browser/chat-pages.ts';
import { operatorPage } from '#support/browser/operator-pages.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';
import { picture } from '#support/pictures.ts';
import { changeSettings } from '#support/site-settings.ts';

const { site, browser } = await siteForTests();
const database = await databaseForTests(site);
let anna: number;
let bram: number;
let daan: number;
const { creditsOf, idOf, pageOf } = chatPages(() => ({ site, browser, database }));

beforeAll(async () => {
  [anna, bram, daan] = [await idOf('anna'), await idOf('bram'), await idOf('daan')];
  for (const id of [anna, bram]) {
    await database.query(`select book_credits($1, 'purchase', 200, 'sales', $2, null)`, [id, randomUUID()]);
    await database.query('update members set free_messages_used = 5 where id = $1', [id]);
  }
  await database.query(`update members set roles = '{moderator}' where id = $1`, [daan]);
});
// Pages stay open until the next test, so that a failure can report them.
beforeEach(() => closePages(browser));

const officePage = (path: string) => operatorPage(browser, site, database, { id: daan, path });

const said = (page: Page, text: string) => log(page).getByText(text, { exact: true });

for (const device of ['desktop', 'phone'] as const) {
  test(`searches people and messages, and finds an old message among ten thousand (${device})`, async () => {
    const first = await pageOf('anna', `/members/${bram}/chat`);
    await write(first, 'Hallo');
    await first.getByText(/^(Verzonden|Gelezen)/).waitFor();
    const { rows } = await database.query(
      'select conversation_id as id from participants where member_id = $1 and other_id = $2',
      [anna, bram],
    );
    await database.query('delete from messages where conversation_id = $1', [rows[0].id]);
    await database.query(
      `insert into messages (conversation_id, sender_id, client_id, kind, body)
       select $1, case when i % 3 = 0 then $2::bigint else $3::bigint end, gen_random_uuid(), 'text',
         case when i = 700 then 'Weet je nog, dat kleine CAFÉ aan de gracht?' else 'Bericht nummer ' || i end from generate_series(1, 10000) i`,
      [rows[0].id, anna, bram],
    );
    await database.query(
      `update participants p set last_message_id = m.id, last_sender_id = m.sender_id, last_kind = m.kind, last_excerpt = m.body, last_sent_at = m.created_at
         from (select * from messages where conversation_id = $1 order by id desc limit 1) m where p.conversation_id = $1`,
      [rows[0].id],
    );
    await first.context().close();

    const page = await pageOf('anna', '/chats', { device });
    const search = page.getByRole('searchbox', { name: 'Zoek namen en berichten' });
    await search.fill('bra');
    await page.getByRole('heading', { name: 'Personen' }).waitFor();
    await search.fill('cafe gracht');
    const hit = page.getByRole('link', { name: /Weet je nog/ });
    await hit.waitFor();
    expect(await page.locator('mark').allInnerTexts()).toEqual(['CAFÉ', 'gracht']);
    expect(await accessibilityFaults(page)).toEqual([]);
    await hit.click();
    const found = said(page, 'Weet je nog, dat kleine CAFÉ aan de gracht?');
    await found.waitFor();
    await expect
      .poll(() =>
        found.evaluate((element) => {
          const { top } = element.getBoundingClientRect();
          return top > 100 && top < innerHeight - 100;
        }),
      )
      .toBe(true);
    expect(await log(page).locator('[data-index]').count()).toBeLessThan(60);
    // The search terms must never appear in a URL.
    expect(page.url()).not.toMatch(/cafe|gracht/i);

    await page.getByRole('button', { name: 'Naar het nieuwste bericht' }).click();
    await said(page, 'Bericht nummer 10000').waitFor();
    await page.goto('/chats');
    await appReady(page);
    await search.fill('zeewaterontzilting');
    await page.getByText('Niets gevonden voor ‘zeewaterontzilting’.').waitFor();
    await search.press('Escape');
    await page.getByRole('navigation', { name: 'Gesprekken' }).getByText('Bericht nummer 10000').waitFor();
  });
}

test('hides read receipts in both directions for a member who switches them off', async () => {
  const settings = await pageOf('bram', '/notifications/privacy');
  await settings.getByRole('switch', { name: /Laten zien wat ik gelezen heb/ }).click();
  await expect
    .poll(() => settings.getByRole('switch', { name: /Laten zien wat ik gelezen heb/ }).isChecked())
    .toBe(false);
  await settings.getByText('Opgeslagen').waitFor();
  const [one, two] = [
    await pageOf('anna', `/members/${bram}/chat`),
    await pageOf('bram', `/members/${anna}/chat`),
  ];
  await write(one, 'Heb je dit gelezen?');
  await said(two, 'Heb je dit gelezen?').waitFor();
  await write(two, 'Misschien');
  await said(one, 'Misschien').waitFor();
  await one.getByText(/^Verzonden/).waitFor();
  await two.getByText(/^Verzonden/).waitFor();
  expect(await one.getByText(/^Gelezen/).count()).toBe(0);
  await settings.getByRole('switch', { name: /Laten zien wat ik gelezen heb/ }).click();
  await expect
    .poll(() => settings.getByRole('switch', { name: /Laten zien wat ik gelezen heb/ }).isChecked())
    .toBe(true);
  await write(one, 'En dit?');
  await one.getByText(/^Gelezen/).waitFor();
});

test('pauses spending: the composer shows the end of the pause, keeps the draft, and an early end takes a day', async () => {
  const page = await pageOf('anna', '/notifications#pause');
  await page
    .getByRole('group', { name: 'Even niets uitgeven' })
    .getByRole('button', { name: '7 dagen' })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Pauze beginnen' }).click();
  await page
    .getByRole('status')
    .getByText(/^Gepauzeerd tot/)
    .waitFor();
  const before = await creditsOf(anna);
  const chat = await page.context().newPage();
  await chat.goto(`/members/${bram}/chat`);
  await appReady(chat);
  await chat.getByText('Je hebt je uitgaven gepauzeerd.').waitFor();
  await field(chat).fill('Dit kan nu niet');
  await field(chat).press('Enter');
  expect(await chat.getByRole('button', { name: /^Verstuur/ }).isDisabled()).toBe(true);
  expect(await field(chat).inputValue()).toBe('Dit kan nu niet');
  expect(await accessibilityFaults(chat)).toEqual([]);
  expect(await creditsOf(anna)).toBe(before);

  await page.getByRole('button', { name: 'Eerder stoppen' }).click();
  await page.getByText('Je hebt gevraagd om eerder te stoppen.').waitFor();
  const { rows } = await database.query(
    `select extract(epoch from spending_paused_until - now()) / 3600 as hours from members where id = $1`,
    [anna],
  );
  expect(Math.round(Number(rows[0].hours))).toBe(24);
  expect(await accessibilityFaults(page)).toEqual([]);

  // The pause has ended. The other tab received no event and only finds out on its next message.
  await database.query(
    `update members set spending_paused_until = now() - interval '1 minute' where id = $1`,
    [anna],
  );
  await chat.reload();
  await appReady(chat);
  await expect.poll(() => field(chat).inputValue()).toBe('Dit kan nu niet');
  await field(chat).press('Enter');
  await said(chat, 'Dit kan nu niet').waitFor();
  await chat.getByText(/^(Verzonden|Gelezen)/).waitFor();
});

test('rejects a charge above the monthly cap, and shows price, sum and how to change the cap', async () => {
  await database.query(`update members set spending_cap = spent_this_month($1) + 1 where id = $1`, [anna]);
  const page = await pageOf('anna', `/members/${bram}/chat`);
  await page.getByText(/maandlimiet \d+, \d+ gebruikt/).waitFor();
  await write(page, 'Nog net');
  await page.getByText(/^(Verzonden|Gelezen)/).waitFor();
  await write(page, 'Net te veel');
  await page.getByText('Je hebt de uitgavenlimiet bereikt die je voor deze maand hebt ingesteld.').waitFor();
  await page.getByRole('link', { name: 'Maandlimiet aanpassen' }).waitFor();
  await page.getByRole('button', { name: 'Weggooien' }).click();
  await database.query('update members set spending_cap = null where id = $1', [anna]);
});

test('shows a dismissible card about unusual spending that blocks nothing', async () => {
  const page = await pageOf('anna', `/members/${bram}/chat`);
  await page.evaluate(
    (member) => localStorage.setItem(`spends:${member}`, JSON.stringify([[Date.now() - 1000, 40]])),
    anna,
  );
  await page.reload();
  await appReady(page);
  await page.getByText('Je hebt het afgelopen uur 40 credits uitgegeven, meer dan je gewend bent.').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await write(page, 'Ik ga gewoon door');
  await said(page, 'Ik ga gewoon door').waitFor();
  await page.getByRole('button', { name: 'Doorgaan' }).click();
  await page.getByText('Even op adem komen').waitFor({ state: 'detached' });
  await page.reload();
  await appReady(page);
  await page.getByText(/^(Verzonden|Gelezen)/).waitFor();
  expect(await page.getByText('Even op adem komen').count()).toBe(0);
});

test('sends dropped and pasted images as one message and shows their progress', async () => {
  const [one, two] = [
    await pageOf('anna', `/members/${bram}/chat`),
    await pageOf('bram', `/members/${anna}/chat`),
  ];
  const content = [...(await picture(600, 800).jpeg().toBuffer())];
  const give = (kind: 'drop' | 'paste') =>
    one.evaluate(
      ([bytes, kind]) => {
        const transfer = new DataTransfer();
        transfer.items.add(
          new File([new Uint8Array(bytes as number[])], `${kind}.jpg`, { type: 'image/jpeg' }),
        );
        const target = document.querySelector('textarea')!;
        const event =
          kind === 'drop'
            ? new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transfer })
            : new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: transfer });
        target.dispatchEvent(event);
      },
      [content, kind] as const,
    );
  await give('drop');
  await give('paste');
  await one.getByRole('button', { name: 'Verstuur 2 credits' }).waitFor();
  await one.getByRole('button', { name: /paste\.jpg weglaten/ }).waitFor();
  const before = await creditsOf(anna);
  await one.route('**/api/chat.php', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await one.getByRole('button', { name: 'Verstuur 2 credits' }).click();
  await one.getByRole('progressbar').first().waitFor();
  await two.getByRole('button', { name: 'Foto 2 van 2 openen' }).waitFor();
  await one.getByRole('progressbar').first().waitFor({ state: 'detached' });
  expect(await creditsOf(anna)).toBe(before - 2);
});

test('handles a flagged image for the sender, the recipient and an inspector with three keys', async () => {
  const [one, two] = [
    await pageOf('anna', `/members/${bram}/chat`),
    await pageOf('bram', `/members/${anna}/chat`),
  ];
  const blank = async (grey: number) => ({
    name: 'grey.jpg',
    mimeType: 'image/jpeg',
    buffer: await sharp({
      create: { width: 400, height: 300, channels: 3, background: { r: grey, g: grey, b: grey } },
    })
      .jpeg()
      .toBuffer(),
  });
  const before = await creditsOf(anna);
  for (const grey of [90, 160]) {
    await one.locator('input[type=file]').setInputFiles(await blank(grey));
    await one.getByRole('button', { name: 'Verstuur 2 credits' }).click();
    await expect
      .poll(() => two.getByText('Een foto die wordt gecontroleerd').count())
      .toBe(grey === 90 ? 1 : 2);
  }
  await one.getByText('Na een controle zichtbaar voor de ander').first().waitFor();
  expect(await creditsOf(anna)).toBe(before - 4);

  const office = await officePage('/admin/chat-images');
  await office.getByText(/Van Anna, \d+ aan Bram, \d+/).waitFor();
  expect(await accessibilityFaults(office)).toEqual([]);
  await office.keyboard.press('a');
  await office.getByText('Goedgekeurd').waitFor();
  await two.getByText('Een foto die wordt gecontroleerd').nth(1).waitFor({ state: 'detached' });
  await office.keyboard.press('r');
  await office.getByRole('button', { name: 'Te expliciet' }).waitFor();
  expect(await accessibilityFaults(office)).toEqual([]);
  await office.keyboard.press('2');
  await office.getByRole('heading', { name: /Alles gedaan|Klaar/ }).waitFor();
  await one.getByText('Deze foto is geweigerd. Je hebt de credits teruggekregen.').waitFor();
  await one.getByText('Te expliciet').waitFor();
  await two.getByText('Deze foto is geweigerd', { exact: false }).waitFor();
  await one.reload();
  await one.getByText('Te expliciet').waitFor();
  expect(await two.getByText('Te expliciet').count()).toBe(0);
  await expect.poll(() => creditsOf(anna)).toBe(before - 2);
  await one
    .getByRole('link', { name: `${before - 2} credits`, exact: true })
    .first()
    .waitFor();
  expect((await two.goto('/admin/chat-images'))!.status()).toBe(404);
});

test('reports a single message and photo in place, shows them to the operator, and blocks from the chat menu', async () => {
  const [willem, sofie] = [await idOf('willem'), await idOf('sofie')];
  await database.query('update members set free_messages_used = 0 where id = $1', [willem]);
  const him = await pageOf('willem', `/members/${sofie}/chat`);
  for (const text of ['Stuur me honderd euro', 'Waar blijft het?']) {
    await write(him, text);
    await said(him, text).waitFor();
  }
  await him.getByText(/^(Verzonden|Gelezen)/).waitFor();
  const { rows } = await database.query(
    'select id, body from messages where sender_id = $1 order by id desc limit 2',
    [willem],
  );
  const idOfText = (text: string) => Number(rows.find(({ body }) => body === text).id);
  const send = async (page: Page, text: string) => {
    await page.getByLabel('Waar gaat het over?').selectOption('spam');
    await page.getByLabel('Wat is er gebeurd?').fill(text);
    await page.getByRole('button', { name: 'Melding versturen' }).click();
    await page.getByText('Dank je, we hebben hem').waitFor();
  };

  // On a phone, a tap opens the actions of a message.
  const phone = await pageOf('sofie', `/members/${willem}/chat`, { device: 'phone' });
  const message = idOfText('Stuur me honderd euro');
  const more = phone.locator(`[data-message="${message}"]`).getByRole('button', { name: 'Reageren en meer' });
  expect(await more.evaluate((element) => getComputedStyle(element).opacity)).toBe('0');
  await said(phone, 'Stuur me honderd euro').tap();
  await expect.poll(() => more.evaluate((element) => getComputedStyle(element).opacity)).toBe('1');
  await more.tap();
  const report = phone.locator('dialog[open]').getByRole('link', { name: 'Bericht melden' });
  expect(await report.getAttribute('href')).toBe(`/complaints?profile=${willem}&message=${message}`);
  await report.tap();
  await phone.getByText('Een bericht in je gesprek').waitFor();
  await phone.locator('blockquote', { hasText: 'Stuur me honderd euro' }).waitFor();
  expect(await accessibilityFaults(phone)).toEqual([]);
  await send(phone, 'Hij bedelt om geld.');

  // Without a selected message, the other member's newest message is reported. A newly loaded page also shows
  // its excerpt.
  const page = await pageOf('sofie', `/members/${willem}/chat`);
  await page.getByRole('button', { name: /Meer over het gesprek/ }).click();
  await page.getByRole('link', { name: 'Melden', exact: true }).click();
  await page.waitForURL(`**/complaints?profile=${willem}&message=${idOfText('Waar blijft het?')}`);
  await page.reload();
  await page.locator('blockquote', { hasText: 'Waar blijft het?' }).waitFor();

  await page.goto(`/members/${willem}`);
  await appReady(page);
  await page.getByRole('button', { name: 'Vergroot foto 1' }).click();
  await page.getByRole('link', { name: 'Foto melden' }).click();
  await page.waitForURL(/photo=\d+$/);
  await page.getByText('Een foto', { exact: true }).waitFor();
  await expect
    .poll(() => page.locator('figure img').evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await send(page, 'Dit is een bekende acteur.');

  const office = await officePage('/admin/complaints');
  const subject = office.getByText('Hierover gaat de melding');
  await office.keyboard.press('t');
  await office.getByText('Hij bedelt om geld.').waitFor();
  expect(await office.getByRole('listitem').filter({ has: subject }).innerText()).toContain(
    'Stuur me honderd euro',
  );
  await office.keyboard.press('ArrowDown');
  await office.keyboard.press('t');
  await office.getByText('Dit is een bekende acteur.').waitFor();
  expect(await office.getByRole('listitem').filter({ has: subject }).getByRole('img').count()).toBe(1);

  await page.goto('/chats');
  await appReady(page);
  await page
    .getByRole('navigation', { name: 'Gesprekken' })
    .getByRole('link', { name: /Willem/ })
    .click();
  await page.waitForURL(/\/chats\/\d+$/);
  await page.getByRole('button', { name: /Meer over het gesprek/ }).click();
  await page.getByRole('button', { name: 'Blokkeren', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByText('Jullie gesprek en jullie likes worden gewist', { exact: false })
    .waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Blokkeren', exact: true }).click();
  await page.getByText('Willem is geblokkeerd.').waitFor();
  await page.waitForURL('**/members');
  expect((await database.query('select 1 from blocks where blocker_id = $1', [sofie])).rowCount).toBe(1);
});

test('deletes drafts at logout', async () => {
  const page = await pageOf('anna', `/members/${bram}/chat`);
  await field(page).fill('Voor niemand anders');
  const kept = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => /^(draft|spends):/.test(key)));
  await expect.poll(kept).toContain(`draft:${anna}:${bram}`);
  await page.getByRole('button', { name: /Anna/ }).click();
  await page.getByRole('button', { name: 'Uitloggen' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  expect(await kept()).toEqual([]);
});

test('shows the price of a message on the send button in countries that show money', async () => {
  await changeSettings(site, { minimum_message_costs: { NL: { costs: '0.45', currency: 'EUR' } } });
  const page = await pageOf('anna', `/members/${bram}/chat`, { device: 'phone' });
  const send = page.getByRole('button', { name: /^Verstuur/ });
  await expect.poll(() => send.innerText()).toMatch(/1\s*€\s0,45/);
});
