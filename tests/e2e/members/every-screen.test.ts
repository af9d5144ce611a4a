import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword, emailOf } from '#seeds/people.ts';
import { busyOffice } from '#support/busy-office.ts';
import { launchBrowser, newPage, type PageOptions } from '#support/browser/browser.ts';
import { memberPages, type MemberPages } from '#support/browser/member-pages.ts';
import { logInAsOwner } from '#support/browser/operator-pages.ts';
import { startSite, type RunningSite } from '#support/running-site.ts';
import { memberScreens, operatorScreens, visitorScreens } from '#support/browser/screens.ts';

// Every screen is opened once: it stands still while it loads, its console is silent, and axe finds nothing in either theme.

let site: RunningSite;
let browser: Browser;
let people: MemberPages;
beforeAll(async () => {
  [site, browser] = await Promise.all([startSite(), launchBrowser()]);
  people = await memberPages(site, browser);
});
afterAll(async () => {
  await browser?.close();
  await site?.remove();
});

/** How far a screen may move under its reader while it loads: the sum of what browsers count as layout shifts. */
const MOST_SHIFT = 0.02;
/** After the app has taken over: what comes late comes within this. */
const LATE_MS = 400;
/** Pages looked at beside each other: while one waits for the server the other is drawn. */
const ABREAST = 3;

/** Opens a screen and gives what is wrong with it: shifts, what hangs over its side, complaints of the console, and with `axe` what it finds in both themes. */
async function faultsOf(page: Page, path: string, axe: boolean): Promise<string[]> {
  const faults: string[] = [];
  const hear = (text: string) => /React|hydrat|TypeError|ReferenceError/.test(text) && faults.push(`${path}: ${text.slice(0, 300)}`);
  const onError = (error: Error) => void hear(`TypeError ${error.message}`);
  const onConsole = (message: { type(): string; text(): string }) => void (message.type() === 'error' && hear(message.text()));
  page.on('pageerror', onError);
  page.on('console', onConsole);
  await page.goto(path, { waitUntil: 'load' });
  // Pages whose app waits for an act stay as the server sent them, and the one for offline has none.
  await page.waitForFunction(
    () =>
      document.documentElement.dataset['ready'] !== undefined || document.getElementById('deferred-start') !== null || location.pathname.endsWith('/offline'),
  );
  await page.waitForTimeout(LATE_MS);
  const { sum, parts } = await page.evaluate(() => (window as never as { shifts: { sum: number; parts: string[] } }).shifts);
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  if (wider > 0) faults.push(`${path}: is ${wider} px wider than the window`);
  if (sum > MOST_SHIFT) faults.push(`${path}: moves by ${sum.toFixed(3)}: ${parts.join(' | ')}`);
  for (const theme of axe ? ['light', 'dark'] : []) {
    await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme);
    // A theme is colours and nothing else. What passes is not asked for: naming it costs more than finding it.
    const rules = theme === 'light' ? {} : { runOnly: ['color-contrast'] };
    const { violations } = await new AxeBuilder({ page })
      .setLegacyMode()
      .options({ ...rules, resultTypes: ['violations'], preload: false })
      .analyze();
    for (const { id, nodes } of violations) faults.push(`${path}, ${theme}: ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
  }
  page.off('pageerror', onError);
  page.off('console', onConsole);
  return faults;
}

async function watched(who: { demo: string } | { planted: number } | null, options: PageOptions): Promise<Page> {
  // Far from the server's zone: times that the server words otherwise than the browser would show.
  const given: PageOptions = { baseURL: site.url, timeZone: 'Pacific/Auckland', language: 'en-GB', ...options };
  const page = who && 'planted' in who ? await people.page(who.planted, given) : await newPage(browser, given);
  await page.context().addInitScript(() => {
    const shifts = { sum: 0, parts: [] as string[] };
    Object.assign(window, { shifts });
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node?: Element | null }[] };
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        if (hadRecentInput) continue;
        shifts.sum += value;
        shifts.parts.push(`${value.toFixed(3)} ${sources.map(({ node }) => `${node?.nodeName} ${node?.className ?? ''}`).join(', ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  if (who && 'demo' in who) {
    const answer = await page.request.post('/api/user.php', { data: { email: emailOf(who.demo), password: demoPassword } });
    expect(answer.ok()).toBe(true);
  }
  return page;
}

/** Looks at every screen of a person, several beside each other. */
async function walk(context: BrowserContext, paths: readonly string[], axe = true): Promise<void> {
  const left = [...paths];
  const faults: string[] = [];
  const goOn = async () => {
    const page = await context.newPage();
    for (let path = left.shift(); path !== undefined; path = left.shift()) faults.push(...(await faultsOf(page, path, axe)));
  };
  await Promise.all(Array.from({ length: ABREAST }, goOn));
  await context.close();
  expect(faults).toEqual([]);
}

const inEnglish = (paths: readonly string[]) => paths.map((path) => `/en${path === '/' ? '' : path}`);
test.each(['phone', 'desktop'] as const)('what visitors see stands still and is open to everybody, on a %s', async (device) => {
  const page = await watched(null, { device });
  // Widths differ in where things stand, not in what they are: axe looks at one of them.
  await walk(page.context(), [...inEnglish(visitorScreens), '/', '/de/signup', '/pl'], device === 'phone');
});

test.each(['phone', 'desktop'] as const)('what a premium member sees stands still and is open to everybody, on a %s', async (device) => {
  const page = await watched({ demo: 'anna' }, { device });
  const { chats } = await (await page.request.get('/api/chats.php')).json();
  const own = [`/chats/${chats[0].conversation.id}`, `/members/${chats[0].profile.id}`, `/members/${chats[0].profile.id}/chat`];
  // The first page tells the zone of a browser that the site does not know, so that all others come with the right times.
  await people.open(page, '/en/members');
  await walk(page.context(), inEnglish([...memberScreens, ...own]), device === 'phone');
});

test('what operators see stands still and is open to everybody, with nothing to do and with full queues, on a phone too', async () => {
  const page = await watched(null, {});
  await logInAsOwner(page, site);
  const cookies = await page.context().cookies();
  await walk(page.context(), inEnglish(operatorScreens));

  const office = await watched(null, {});
  await office.context().addCookies(cookies);
  const full = inEnglish([...operatorScreens, ...(await busyOffice(site, people, office))]);
  await walk(office.context(), full);
  const phone = await watched(null, { device: 'phone' });
  await phone.context().addCookies(cookies);
  await walk(phone.context(), full, false);
});

test('times are those of the member from the first paint, in a browser that has told its zone', async () => {
  const page = await watched({ demo: 'anna' }, { device: 'phone' });
  await people.open(page, '/en/chats');
  const { chats } = await (await page.request.get('/api/chats.php')).json();
  const at: string = chats[0].last_message.created_at;
  const html = await (await page.request.get('/en/chats')).text();
  const inZone = (timeZone: string) => new Intl.DateTimeFormat('en', { timeZone, timeStyle: 'short' }).format(new Date(at));
  const day = (timeZone: string) => new Intl.DateTimeFormat('sv', { timeZone }).format(new Date(at));
  const today = new Intl.DateTimeFormat('sv', { timeZone: 'Pacific/Auckland' }).format(new Date());
  const shown =
    day('Pacific/Auckland') === today
      ? inZone('Pacific/Auckland')
      : new Intl.DateTimeFormat('en', { timeZone: 'Pacific/Auckland', day: 'numeric', month: 'short' }).format(new Date(at));
  expect(html).toContain(`dateTime="${at}">${shown}<`);
});

test('what a new member sees first are people: one notice in one line, on the search only', async () => {
  const fresh = await people.plant({ name: 'Greet' });
  await people.query("update members set status = 'not_confirmed', signup_date = app_now() where id = $1", [fresh]);
  await people.query("update profiles set status = 'disabled' where id = $1", [fresh]);
  const page = await watched({ planted: fresh }, { device: 'phone' });
  await page.goto('/en/members', { waitUntil: 'load' });
  const notice = page.getByText('Confirm your e-mail to get answers');
  await notice.waitFor();
  const bar = await notice.evaluate((element) => element.closest('[role=status]')!.getBoundingClientRect().height);
  expect(bar).toBeLessThan(60);
  // A face is on the first screen.
  const face = await page.locator('main article img').first().boundingBox();
  expect(face!.y).toBeLessThan(844 - 66 - 200);
  for (const path of ['/en/swipe-game', '/en/premium', '/en/profile']) {
    await page.goto(path);
    expect(await notice.count(), path).toBe(0);
  }
  await walk(page.context(), ['/en/members', '/en/premium', '/en/swipe-game', '/en/profile', '/en/notifications']);
});

test("a profile's acts stay in view on a phone, however far one reads", async () => {
  const page = await watched({ demo: 'anna' }, { device: 'phone' });
  const { results } = await (await page.request.get('/api/members.php?gender=male')).json();
  await page.goto(`/en/members/${results[0].id}`);
  const act = page.getByRole('button', { name: /message|conversation/i }).last();
  for (const down of [0, 600, 1100]) {
    await page.evaluate((y) => scrollTo(0, y), down);
    const box = (await act.boundingBox())!;
    expect(box.y, `at ${down}`).toBeGreaterThan(0);
    expect(box.y + box.height, `at ${down}`).toBeLessThan(844 - 60);
  }
});
