import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { accessibilityFaults } from '#support/browser/axe.ts';
import { closePages, complaintsOf } from '#support/browser/browser.ts';
import { chatPages, field, log, write } from '#support/browser/chat-pages.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';
import { picture } from '#support/pictures.ts';

const { site, browser } = await siteForTests();
const database = await databaseForTests(site);
let anna: number;
let bram: number;
const { idOf, pageOf } = chatPages(() => ({ site, browser, database }));

beforeAll(async () => {
  [anna, bram] = (await Promise.all(['anna', 'bram'].map(idOf))) as [number, number];
  for (const id of [anna, bram])
    await database.query(`select book_credits($1, 'operator_grant', 100, 'granted', $2, null)`, [
      id,
      randomUUID(),
    ]);
  await database.query('update members set paid_user = true where id = any ($1)', [[anna, bram]]);
});
beforeEach(() => closePages(browser));

const both = () =>
  Promise.all([
    pageOf('anna', `/en/members/${bram}/chat`),
    pageOf('bram', `/en/members/${anna}/chat`, { device: 'phone', dark: true }),
  ]);

const lineOf = (page: Page, text: string) => log(page).locator('[data-message]', { hasText: text }).last();

async function openMenu(page: Page, text: string) {
  await lineOf(page, text).hover();
  await lineOf(page, text).getByRole('button', { name: 'React and more' }).click();
  return page.locator('dialog[open]');
}

/** A finger that rests on a message until its menu opens. */
async function hold(page: Page, text: string) {
  const box = (await lineOf(page, text).locator('p').last().boundingBox())!;
  const client = await page.context().newCDPSession(page);
  const touchPoints = [{ x: box.x + 20, y: box.y + box.height / 2 }];
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await page.locator('dialog[open]').waitFor();
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await client.detach();
}

/**
 * A finger that moves across a message. The events come from within the page, because on a busy machine a moment
 * between two commands would count as resting. A tap loads the gestures first.
 */
async function swipe(page: Page, text: string) {
  const touch = (isTap: boolean) =>
    lineOf(page, text).evaluate(async (line, isTap) => {
      const { left, top } = line.getBoundingClientRect();
      const send = (type: string, dx: number) =>
        line.dispatchEvent(
          new PointerEvent(type, {
            bubbles: true,
            pointerType: 'touch',
            clientX: left + 20 + dx,
            clientY: top + 10,
          }),
        );
      send('pointerdown', 0);
      while (!isTap && line.style.translate === '') {
        await new Promise((resolve) => setTimeout(resolve));
        send('pointermove', 20);
      }
      if (!isTap) send('pointermove', 90);
      send('pointerup', isTap ? 0 : 90);
    }, isTap);
  const loaded = page.waitForResponse(/follow-touch/);
  await touch(true);
  await (await loaded).finished();
  await touch(false);
}

test('reacts by mouse and by a long touch, live on both sides, and withdraws the reaction', async () => {
  const [one, two] = await both();
  const complaints = [complaintsOf(one), complaintsOf(two)];
  await write(one, 'What a sunset');
  await log(two).getByText('What a sunset').waitFor();
  await hold(two, 'What a sunset');
  expect(await accessibilityFaults(two)).toEqual([]);
  await two.getByRole('button', { name: 'React with 🔥' }).click();
  await log(one).getByRole('button', { name: 'Bram reacted with 🔥' }).waitFor();

  const menu = await openMenu(one, 'What a sunset');
  const more = menu.getByRole('button', { name: 'More emoji' });
  await more.click();
  await menu.getByRole('button', { name: '🌹' }).waitFor();
  await one.keyboard.press('Escape');
  await expect.poll(() => more.evaluate((element) => element === document.activeElement)).toBe(true);
  await more.click();
  await menu.getByRole('button', { name: '🌹' }).click();
  await log(two).getByRole('button', { name: 'Anna reacted with 🌹, You reacted with 🔥' }).click();
  expect(await two.getByRole('button', { name: 'React with 🔥' }).getAttribute('aria-pressed')).toBe('true');
  await two.getByRole('button', { name: 'React with 🔥' }).click();
  await log(one).getByRole('button', { name: 'You reacted with 🌹', exact: true }).waitFor();
  expect(complaints.flat()).toEqual([]);
});

test('replies by swipe and by key, and jumps to an original on an older page', async () => {
  const [one, two] = await both();
  await write(one, 'The very first question');
  await log(two).getByText('The very first question').waitFor();
  await swipe(two, 'The very first question');
  await two.getByText('Reply to Anna').waitFor();
  await write(two, 'An answer to it');
  const quote = lineOf(one, 'An answer to it').getByRole('link', { name: /The very first question/ });
  await quote.waitFor();

  await field(one).press('Control+ArrowUp');
  await one.getByText('Reply to Bram').waitFor();
  await one.keyboard.press('Escape');
  await one.getByText('Reply to Bram').waitFor({ state: 'detached' });

  // The original moves to an older page, and the reply stays on the newest.
  const { rows } = await database.query<{ conversation_id: string; id: string }>(
    `select conversation_id, id from messages where body = 'The very first question'`,
  );
  const [original] = rows;
  await database.query(
    `insert into messages (conversation_id, sender_id, client_id, kind, body)
       select $1, $2, gen_random_uuid(), 'text', 'in between ' || n from generate_series(1, 120) n`,
    [original!.conversation_id, bram],
  );
  const { rows: reply } = await database.query<{ id: string }>(
    `insert into messages (conversation_id, sender_id, client_id, kind, body, reply_to_id)
       values ($1, $2, gen_random_uuid(), 'text', 'A late answer', $3) returning id`,
    [original!.conversation_id, bram, original!.id],
  );
  await database.query('update participants set last_message_id = $2 where conversation_id = $1', [
    original!.conversation_id,
    reply[0]!.id,
  ]);
  await one.reload();
  await lineOf(one, 'A late answer')
    .getByRole('link', { name: /The very first question/ })
    .click();
  await expect
    .poll(async () => {
      const box = await log(one).locator(`[data-message="${original!.id}"]`).boundingBox();
      return box !== null && box.y > 0 && box.y < 900;
    })
    .toBe(true);
});

test('edits the newest message with the arrow up, live for the other, and keeps an edit that the network lost', async () => {
  const [one, two] = await both();
  await write(one, 'See you at noon');
  await log(two).getByText('See you at noon').waitFor();
  await field(one).press('ArrowUp');
  await one.getByText('Edit message').waitFor();
  expect(await field(one).inputValue()).toBe('See you at noon');
  await write(one, 'See you at one');
  await log(two).getByText('See you at one').waitFor();
  await log(two).getByText('edited').last().waitFor();
  expect(await log(two).getByText('See you at noon').count()).toBe(0);

  await one.route('**/api/message.php', (route) => route.abort());
  await field(one).press('ArrowUp');
  await write(one, 'See you at two');
  await log(one).getByText('Saving…').waitFor();
  await one.unroute('**/api/message.php');
  await one.reload();
  await log(two).getByText('See you at two').waitFor();
});

test('tells why an edit is too late, keeps its text, and sends the next message all the same', async () => {
  const [one, two] = await both();
  await write(one, 'Almost too old');
  await log(two).getByText('Almost too old').waitFor();
  await field(one).press('ArrowUp');
  await one.getByText('Edit message').waitFor();
  await database.query(
    `update messages set created_at = created_at - interval '16 minutes' where body = 'Almost too old'`,
  );
  await write(one, 'Too old by now');
  await log(one).getByText('Messages can be edited for 15 minutes.').waitFor();
  await log(one).getByText('Too old by now').waitFor();
  await write(one, 'The next one');
  await log(two).getByText('The next one').waitFor();
  expect(await accessibilityFaults(one)).toEqual([]);
  await log(one).getByRole('button', { name: 'Discard' }).click();
  await log(one).getByText('Almost too old').waitFor();
});

test('sends a picture with words as one message, with its price before the press', async () => {
  const [one, two] = await both();
  await one
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'view.jpg',
      mimeType: 'image/jpeg',
      buffer: await picture().jpeg().toBuffer(),
    });
  await field(one).fill('The view from here');
  await one.getByRole('button', { name: 'Send 2 credits' }).click();
  const received = log(two).locator('figure', { hasText: 'The view from here' });
  await received.getByRole('img', { name: 'Photo you received' }).waitFor();
  await one.getByRole('link', { name: /Photo: The view from here/ }).waitFor();
  expect(await log(two).locator('[data-message]', { hasText: 'The view from here' }).count()).toBe(1);
  expect(await accessibilityFaults(two)).toEqual([]);
});
