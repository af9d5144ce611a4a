import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accessibilityFaultsInBothThemes } from '#support/browser/axe.ts';
import { closePages, complaintsOf, sharedBrowser, type PageOptions } from '#support/browser/browser.ts';
import { memberPages, type MemberPages } from '#support/browser/member-pages.ts';
import { startSite, type RunningSite } from '#support/running-site.ts';
import { hasCoturn, startCoturn, type TestCoturn } from '#support/services/coturn.ts';
import { changeSettings } from '#support/site-settings.ts';
import {
  answer,
  candidateTypes,
  chooseInMenu,
  openCameras,
  openChat,
  sharpness,
  videoMoves,
  withDevices,
} from './video-pages.ts';

// Calls between two real browsers pages through a real TURN server, with the browser's fake camera and microphone.

const BLURRED_AT_MOST = 45;
const CLEAR_AT_LEAST = 70;

describe.skipIf(!hasCoturn)('calls through coturn', () => {
  let coturn: TestCoturn;
  let site: RunningSite;
  let pages: MemberPages;
  let pairs = 0;

  beforeAll(async () => {
    coturn = await startCoturn();
    site = await startSite({ TURN_URLS: coturn.url, TURN_SECRET: coturn.secret });
    pages = await memberPages(site, await sharedBrowser());
    await changeSettings(site, { video_calls: true, video_call_after_messages: 1 });
  });
  afterAll(async () => {
    await closePages(await sharedBrowser());
    await site.remove();
    await coturn.remove();
  });
  beforeEach(async () => closePages(await sharedBrowser()));

  /** Two members who have written to each other, each with a page. The first has credits. */
  async function twoMembers(
    first: PageOptions = {},
    second: PageOptions = { device: 'phone' },
    devices?: string[],
  ) {
    const number = ++pairs;
    const tess = await pages.plant({ name: `Tess${number}`, premium: true });
    const wim = await pages.plant({ name: `Wim${number}`, gender: 'male', premium: true });
    await pages.query(`select book_credits($1, 'purchase', 50, 'sales', gen_random_uuid()::text, null)`, [
      tess,
    ]);
    const caller = await withDevices(await pages.page(tess, first), devices);
    const callee = await withDevices(await pages.page(wim, second));
    await pages.open(callee, '/en/members');
    for (const [page, profile] of [
      [caller, wim],
      [callee, tess],
    ] as const)
      await pages.ask(page, 'POST', '/api/chat.php', {
        profile,
        client_id: crypto.randomUUID(),
        text: 'Shall we see each other?',
        words_confirmed: true,
      });
    await openChat(caller, wim);
    return { caller, callee, tess, wim, names: { caller: `Tess${number}`, callee: `Wim${number}` } };
  }

  async function connected(pair: { caller: Page; callee: Page }) {
    await chooseInMenu(pair.caller, 'Video date');
    await pair.caller.getByRole('button', { name: /^Call / }).click();
    await answer(pair.callee);
    await Promise.all([videoMoves(pair.caller), videoMoves(pair.callee)]);
    // While the call connects, the remaining time may stand beside the time of the call.
    await pair.caller.getByRole('timer').first().waitFor();
  }

  /** Moves the beginning of the running call back. */
  const later = (caller: number, seconds: number) =>
    pages.query(
      `update video_calls set started_at = started_at - $2 * interval '1 second', ends_at = ends_at - $2 * interval '1 second'
       where caller_id = $1 and status = 'active'`,
      [caller, seconds],
    );

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const hasEnded = (page: Page) => page.getByRole('heading', { name: 'Call ended' }).waitFor();
  const shot = async (page: Page, name: string) => {
    const folder = process.env['CALL_SHOTS'];
    if (!folder) return;
    mkdirSync(folder, { recursive: true });
    await page.screenshot({ path: `${folder}/${name}.png` });
  };

  test('connects two members by relay only, blurred until both agree, and charges the inviter', async () => {
    const pair = await twoMembers();
    const { caller, callee, tess } = pair;
    const complaints = [complaintsOf(caller), complaintsOf(callee)];
    await chooseInMenu(caller, 'Video date');
    await caller.getByText('2 credits per minute').waitFor();
    await caller.getByText('The first minute is free').waitFor();
    await caller.getByText('This is how you look at first.').waitFor();
    expect.soft(await accessibilityFaultsInBothThemes(caller)).toEqual([]);
    await shot(caller, 'start');
    await button(caller, `Call ${pair.names.callee}`).click();
    await caller.getByText(`Calling ${pair.names.callee}…`).waitFor();
    expect.soft(await accessibilityFaultsInBothThemes(caller)).toEqual([]);
    await callee.getByRole('heading', { name: `${pair.names.caller} invites you to a video date` }).waitFor();
    expect.soft(await accessibilityFaultsInBothThemes(callee)).toEqual([]);
    await shot(callee, 'incoming');
    await answer(callee);
    await Promise.all([videoMoves(caller), videoMoves(callee)]);
    for (const page of [caller, callee]) {
      const types = await candidateTypes(page);
      expect(types).toMatchObject({ gathered: ['relay'], local: 'relay', remote: 'relay' });
      for (const address of types.addresses) expect(address).toBe('0.0.0.0');
      await page.getByText('both blurred').waitFor();
      expect.soft(await sharpness(page)).toBeLessThan(BLURRED_AT_MOST);
      expect.soft(await accessibilityFaultsInBothThemes(page)).toEqual([]);
    }
    await shot(caller, 'blurred');
    await button(caller, 'Show me').click();
    await callee.getByText(`${pair.names.caller} would like to be seen.`).waitFor();
    await caller.getByText('You said yes.').waitFor();
    await caller.waitForTimeout(1000);
    for (const page of [caller, callee]) expect.soft(await sharpness(page)).toBeLessThan(BLURRED_AT_MOST);
    await button(callee, 'Show me').click();
    for (const page of [caller, callee])
      await expect.poll(() => sharpness(page)).toBeGreaterThan(CLEAR_AT_LEAST);
    await shot(callee, 'clear');
    await button(callee, 'Blur me').click();
    for (const page of [caller, callee])
      await expect.poll(() => sharpness(page)).toBeLessThan(BLURRED_AT_MOST);

    await caller.getByText('Free minute').waitFor();
    await later(tess, 58);
    await caller.getByText('2 credits', { exact: true }).waitFor();
    await caller.getByText(/^1:\d\d$/).waitFor();
    await button(caller, 'Hang up').click();
    await hasEnded(callee);
    await hasEnded(caller);
    await caller.getByText(/^Duration 1:\d\d · 2 credits$/).waitFor();
    expect.soft(await accessibilityFaultsInBothThemes(caller)).toEqual([]);
    await shot(caller, 'ended');
    await button(caller, 'Close').last().click();
    await caller.goto('/en/transactions?show=statement');
    const line = caller.getByRole('row').filter({ hasText: pair.names.callee });
    await line.getByText('−2').waitFor();
    expect(complaints).toEqual([[], []]);
  });

  test('continues after either page is reloaded and after the network has changed', async () => {
    const pair = await twoMembers();
    const { caller, callee } = pair;
    await connected(pair);
    await button(callee, 'Mute').click();
    await callee.reload();
    await videoMoves(callee);
    await videoMoves(caller);
    await button(callee, 'Unmute').waitFor();
    await caller.reload();
    await videoMoves(caller);
    await videoMoves(callee);
    await coturn.kill();
    await caller.getByText('The connection was lost. Reconnecting…').waitFor();
    await shot(caller, 'lost');
    await coturn.start();
    for (const page of [caller, callee]) {
      await page.getByText('both blurred').waitFor();
      await videoMoves(page);
      expect(await candidateTypes(page)).toMatchObject({
        gathered: ['relay'],
        local: 'relay',
        remote: 'relay',
      });
    }
    await button(callee, 'Hang up').click();
    await hasEnded(caller);
  });

  test('ends for both at once when one blocks the other', async () => {
    const pair = await twoMembers();
    const { caller, callee } = pair;
    await connected(pair);
    await button(callee, 'Report').click();
    await button(callee, `Block ${pair.names.caller}`).click();
    await callee.getByRole('dialog').last().getByRole('button').last().click();
    await hasEnded(caller);
    await caller.getByText('The call has ended.').waitFor();
    await expect
      .poll(() => caller.evaluate(() => window.connections.every((one) => one.connectionState === 'closed')))
      .toBe(true);
  });

  test('offers a voice call without a camera, and has a sentence for a microphone that is not allowed', async () => {
    const { caller, callee, names } = await twoMembers({}, { device: 'phone' }, ['microphone']);
    await chooseInMenu(caller, 'Video date');
    await caller.getByText("This site isn't allowed to use your camera.").waitFor();
    await button(caller, 'Call without video').click();
    await caller.getByText('Your microphone works.').waitFor();
    await caller.getByText('1 credit per minute').waitFor();
    await button(caller, `Call ${names.callee}`).click();
    await answer(callee);
    for (const page of [caller, callee]) {
      await page.getByRole('timer').waitFor();
      expect(await candidateTypes(page)).toMatchObject({
        gathered: ['relay'],
        local: 'relay',
        remote: 'relay',
      });
    }
    await shot(callee, 'voice');
    await button(callee, 'Hang up').click();
    await hasEnded(caller);
    await button(caller, 'Close').last().click();
    await caller.context().clearPermissions();
    await chooseInMenu(caller, 'Voice call');
    await caller.getByText("This site isn't allowed to use your microphone.").waitFor();
  });

  test('closes the camera while it is off, after a reload too, and opens it again', async () => {
    const pair = await twoMembers();
    const { caller, callee } = pair;
    await connected(pair);
    for (const page of [caller, callee]) await button(page, 'Show me').click();
    await expect.poll(() => sharpness(caller)).toBeGreaterThan(CLEAR_AT_LEAST);
    await button(callee, 'Camera off').click();
    await expect.poll(() => openCameras(callee)).toBe(0);
    await callee.getByText('Camera is off').waitFor();
    await expect.poll(() => sharpness(caller)).toBeLessThan(BLURRED_AT_MOST);
    await shot(callee, 'camera-off');
    await callee.reload();
    await button(callee, 'Camera on').waitFor();
    await callee.getByText('Camera is off').waitFor();
    expect(await callee.evaluate(() => window.cameras.length)).toBe(0);
    await button(callee, 'Camera on').click();
    await videoMoves(caller);
    await expect.poll(() => sharpness(caller)).toBeGreaterThan(CLEAR_AT_LEAST);
    await button(callee, 'Hang up').click();
    await hasEnded(caller);
    for (const page of [caller, callee]) await expect.poll(() => openCameras(page)).toBe(0);
  });

  test('lets the inviter extend a call, and ends it with a sentence at the end of its time or credits', async () => {
    const pair = await twoMembers();
    const { caller, callee, tess } = pair;
    await connected(pair);
    await later(tess, 9 * 60 + 10);
    await callee.getByText('This call ends soon:').waitFor();
    await shot(caller, 'ends-soon');
    expect(await callee.getByRole('button', { name: /^Extend/ }).count()).toBe(0);
    await button(caller, 'Extend by 10 min, 2 credits per minute').click();
    for (const page of [caller, callee])
      await page.getByText('This call ends soon:').waitFor({ state: 'detached' });
    await later(tess, 10 * 60 + 45);
    for (const page of [caller, callee]) await page.getByText('The time for this call is up.').waitFor();
    await caller.getByText(/^Duration (19|20):\d\d · \d+ credits$/).waitFor();
    await button(caller, 'Close').last().click();
    await button(callee, 'Close').last().click();

    await pages.query(`update members set credits = 3 where id = $1`, [tess]);
    await connected(pair);
    await caller.getByText('2 credits', { exact: true }).waitFor();
    await caller.getByText("Your credits don't cover another minute.").waitFor();
    await shot(caller, 'no-credits');
    await later(tess, 57);
    await caller.getByText('The next minute could not be paid').waitFor();
    await caller.getByRole('link', { name: 'Get credits' }).waitFor();
    await callee.getByText('The call has ended.').waitFor();
  });

  test('lists a call that nobody answered in the activity', async () => {
    const { caller, callee, names } = await twoMembers();
    await chooseInMenu(caller, 'Voice call');
    await button(caller, `Call ${names.callee}`).click();
    await callee.getByRole('heading', { name: `${names.caller} is calling you` }).waitFor();
    await button(caller, 'Cancel').click();
    await callee.getByText(`${names.caller} stopped calling.`).waitFor();
    await button(callee, 'Close').last().click();
    await callee.goto('/en/activity');
    const entry = callee.getByRole('link', { name: `You missed a call from ${names.caller}.` });
    await entry.waitFor();
    await shot(callee, 'activity');
    await entry.click();
    await callee.waitForURL(/\/en\/chats\/\d+$/);
  });

  test('tells the inviter that the other declined', async () => {
    const { caller, callee, names } = await twoMembers();
    await chooseInMenu(caller, 'Voice call');
    await button(caller, `Call ${names.callee}`).click();
    await answer(callee, 'Decline');
    await caller.getByText(`${names.callee} can't talk right now.`).waitFor();
    expect(await callee.getByRole('dialog').count()).toBe(0);
  });
});
