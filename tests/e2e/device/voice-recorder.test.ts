import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { accessibilityFaults } from '#support/browser/axe.ts';
import { appReady, closePages, complaintsOf, type PageOptions } from '#support/browser/browser.ts';
import { chatPages, log, storedOffline } from '#support/browser/chat-pages.ts';
import { databaseForTests, siteForTests } from '#support/browser/site-for-tests.ts';

// The recorder of voice messages, with the browser's fake microphone.

const { site, browser } = await siteForTests();
const database = await databaseForTests(site);
const { idOf, loggedIn, pageOf, creditsOf } = chatPages(() => ({ site, browser, database }));
let anna: number;
let bram: number;

beforeAll(async () => {
  [anna, bram] = [await idOf('anna'), await idOf('bram')];
  await database.query(`select book_credits($1, 'purchase', 200, 'sales', $2, null)`, [anna, randomUUID()]);
});
beforeEach(() => closePages(browser));

/** Anna's conversation with Bram. `script` runs before the page's own. */
async function conversation(options: PageOptions & { denied?: boolean; script?: string } = {}) {
  const page = await loggedIn('anna', options);
  if (!options.denied) await page.context().grantPermissions(['microphone']);
  await page.addInitScript(`
    window.tracks = [];
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      const stream = await open(wanted);
      window.tracks.push(...stream.getTracks());
      return stream;
    };
    ${options.script ?? ''}`);
  await page.goto(`/members/${bram}/chat`);
  await appReady(page);
  return page;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const opener = (page: Page) => button(page, /^Spraakbericht \(/);
const recorder = (page: Page) => page.getByRole('group', { name: /^Spraakbericht aan/ });
const preview = (page: Page) => recorder(page).getByRole('group', { name: /^Spraakbericht, \d:/ });
const time = (page: Page) => recorder(page).getByRole('timer');
/** Waits for a time of at least so many seconds, up to 9: a busy machine may not show each second. */
const hasRecorded = (page: Page, seconds: number) =>
  time(page)
    .getByText(new RegExp(`^(0:0[${seconds}-9]|0:[1-5]|1:)`))
    .waitFor();
const send = (page: Page) => recorder(page).getByRole('button', { name: /^Verstuur/ });
const releasedMicrophone = (page: Page) =>
  page.evaluate(() => {
    const { tracks } = window as unknown as { tracks: MediaStreamTrack[] };
    return tracks.length > 0 && tracks.every(({ readyState }) => readyState === 'ended');
  });
const recordings = async () =>
  Number(
    (await database.query(`select count(*) from chat_images where member_id = $1 and kind = 'voice'`, [anna]))
      .rows[0].count,
  );

async function record(page: Page) {
  await opener(page).click();
  await hasRecorded(page, 2);
  await button(page, 'Opname stoppen').click();
  await preview(page).waitFor();
}

test('records, plays back and sends a voice message at its price, and shows that it was listened to', async () => {
  const [one, two] = [await conversation(), await pageOf('bram', `/members/${anna}/chat`)];
  const complaints = [complaintsOf(one), complaintsOf(two)];
  const [credits, before] = [await creditsOf(anna), await recordings()];
  await opener(one).click();
  await hasRecorded(one, 1);
  await recorder(one).getByText('Opname loopt').waitFor();
  expect(await accessibilityFaults(one)).toEqual([]);
  await one.keyboard.press('Enter');
  await preview(one).waitFor();
  expect(await releasedMicrophone(one)).toBe(true);
  expect(await accessibilityFaults(one)).toEqual([]);
  await expect.poll(() => send(one).textContent()).toContain('2 credits');
  await button(one, 'Afspelen').press('Enter');
  await button(one, 'Pauzeren').waitFor();
  expect([await creditsOf(anna), await recordings()]).toEqual([credits, before]);

  await send(one).click();
  await recorder(one).waitFor({ state: 'detached' });
  await expect.poll(() => opener(one).evaluate((node) => node === document.activeElement)).toBe(true);
  await expect.poll(() => creditsOf(anna)).toBe(credits - 2);
  expect(await recordings()).toBe(before + 1);

  const received = log(two)
    .getByRole('group', { name: /^Spraakbericht, \d:/ })
    .last();
  await received.getByRole('button', { name: 'Afspelen' }).click();
  await log(one).getByText('Beluisterd').waitFor();
  await expect.poll(() => storedOffline(one)).toBe(0);
  expect(await accessibilityFaults(two)).toEqual([]);
  expect(complaints).toEqual([[], []]);
});

test('Escape cancels a recording, which leaves and costs nothing', async () => {
  const page = await conversation();
  const [credits, before] = [await creditsOf(anna), await recordings()];
  const sends: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sends.push(request.url()));
  await page.locator('textarea').fill('This stays');
  await opener(page).click();
  await hasRecorded(page, 1);
  await page.keyboard.press('Escape');
  await recorder(page).waitFor({ state: 'detached' });
  await expect.poll(() => releasedMicrophone(page)).toBe(true);
  expect(await page.locator('textarea').inputValue()).toBe('This stays');
  expect(sends.filter((url) => url.includes('chat.php'))).toEqual([]);
  expect([await creditsOf(anna), await recordings(), await storedOffline(page)]).toEqual([
    credits,
    before,
    0,
  ]);
});

test('a deleted preview is gone, and another recording can follow', async () => {
  const page = await conversation();
  const before = await recordings();
  await record(page);
  await button(page, 'Opname verwijderen').click();
  await recorder(page).waitFor({ state: 'detached' });
  await record(page);
  expect(await recordings()).toBe(before);
});

test('says how to allow a refused microphone, and records once it is allowed', async () => {
  const page = await conversation({ denied: true, device: 'phone', dark: true });
  await opener(page).tap();
  await recorder(page)
    .getByText(/mag je microfoon niet gebruiken/)
    .waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.context().grantPermissions(['microphone']);
  await button(page, 'Opnieuw proberen').tap();
  await hasRecorded(page, 1);
  await button(page, 'Annuleren').tap();
  await recorder(page).waitFor({ state: 'detached' });
});

test.each([
  [
    'no microphone',
    `navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('', 'NotFoundError') };`,
    /vinden geen microfoon/,
  ],
  [
    'a microphone in use',
    `navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('', 'NotReadableError') };`,
    /nu niet te gebruiken/,
  ],
  ['a browser without a recorder', 'delete window.MediaRecorder;', /kan geen spraakberichten opnemen/],
])('explains %s', async (_what, script, sentence) => {
  const page = await conversation({ script });
  await opener(page).click();
  await recorder(page).getByText(sentence).waitFor();
  await button(page, 'Sluiten').click();
  await recorder(page).waitFor({ state: 'detached' });
});

test('keeps what was recorded before the microphone was unplugged', async () => {
  const page = await conversation();
  await opener(page).click();
  await hasRecorded(page, 1);
  await page.evaluate(() => {
    for (const track of (window as unknown as { tracks: MediaStreamTrack[] }).tracks) track.stop();
  });
  await preview(page).waitFor();
  await recorder(page)
    .getByText(/microfoon is losgekoppeld/)
    .waitFor();
  expect(await send(page).isEnabled()).toBe(true);
});

test('refuses a recording without sound before it costs anything', async () => {
  const page = await conversation({
    script: `navigator.mediaDevices.getUserMedia = async () => {
      const context = new AudioContext();
      const silence = new ConstantSourceNode(context, { offset: 0 });
      const microphone = context.createMediaStreamDestination();
      silence.connect(microphone);
      silence.start();
      return microphone.stream;
    };`,
  });
  await opener(page).click();
  await recorder(page).getByText('We horen niets').waitFor();
  await button(page, 'Opname stoppen').click();
  await recorder(page)
    .getByText(/geen geluid in deze opname/)
    .waitFor();
});

test('stops after two minutes, and says so', async () => {
  const page = await conversation();
  await page.clock.install();
  await opener(page).click();
  await page.clock.runFor(2000);
  await hasRecorded(page, 2);
  await page.clock.fastForward(120_000);
  await recorder(page)
    .getByText(/hooguit 2 minuten duren/)
    .waitFor();
  expect(await send(page).isEnabled()).toBe(true);
});

test('a finger that holds the button records until it lets go, and cancels by a swipe to the left', async () => {
  const page = await conversation({ device: 'phone' });
  const touch = await page.context().newCDPSession(page);
  const { x, y } = (await opener(page).boundingBox()) ?? { x: 0, y: 0 };
  const at = (left: number) => ({ touchPoints: [{ x: x + 20 - left, y: y + 20 }] });
  const hold = async () => {
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', ...at(0) });
    await hasRecorded(page, 2);
    await recorder(page).getByText('veeg naar links').waitFor();
  };
  await hold();
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await preview(page).waitFor();
  await button(page, 'Opname verwijderen').tap();
  await recorder(page).waitFor({ state: 'detached' });

  await hold();
  for (const left of [10, 60, 110])
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', ...at(left) });
  await recorder(page).waitFor({ state: 'detached' });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  expect(await recorder(page).count()).toBe(0);
});

test('charges once if the answer to the upload is lost', async () => {
  const page = await conversation();
  const [credits, before] = [await creditsOf(anna), await recordings()];
  let sends = 0;
  await page.route('**/api/chat.php', async (route) => {
    if (route.request().method() !== 'POST' || sends++ > 0) return route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
  // The event stream would tell of the stored message before the retry.
  await page.route('**/api/events.php*', (route) => route.abort());
  await page.reload();
  await appReady(page);
  await record(page);
  await send(page).click();
  await expect.poll(() => sends).toBeGreaterThan(1);
  await expect.poll(() => storedOffline(page)).toBe(0);
  expect([await creditsOf(anna), await recordings()]).toEqual([credits - 2, before + 1]);
});

test('keeps a recording that credits are missing for, and sends it after a purchase', async () => {
  const page = await conversation({ device: 'phone' });
  const credits = await creditsOf(anna);
  await database.query('update members set credits = 0 where id = $1', [anna]);
  await record(page);
  await send(page).click();
  await log(page).getByText('Niet verzonden').waitFor();
  const kept = log(page)
    .getByRole('group', { name: /^Spraakbericht, \d:/ })
    .last();
  await kept.getByRole('button', { name: 'Afspelen' }).tap();
  expect(await storedOffline(page)).toBe(1);
  await database.query('update members set credits = $2 where id = $1', [anna, credits]);
  await log(page).getByRole('button', { name: 'Opnieuw proberen' }).tap();
  await expect.poll(() => creditsOf(anna)).toBe(credits - 2);
  await expect.poll(() => storedOffline(page)).toBe(0);
});

test('a spending pause closes the recorder’s button', async () => {
  await database.query(`update members set spending_paused_until = now() + interval '1 day' where id = $1`, [
    anna,
  ]);
  const page = await conversation();
  expect(await opener(page).isDisabled()).toBe(true);
  await database.query('update members set spending_paused_until = null where id = $1', [anna]);
});
