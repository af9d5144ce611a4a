import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Manifest } from 'vite';
import { expect, test } from 'vitest';
import { demoPassword, emailOf } from '#seeds/people.ts';
import { appReady, newPage } from '#support/browser/browser.ts';
import { budgets } from '#support/browser/budgets.ts';
import { weigh, type PageWeight } from '#support/browser/page-weight.ts';
import { siteForTests } from '#support/browser/site-for-tests.ts';
import type { RouteEntry } from '#web/router/define-routes.ts';
import { routes } from '#web/routes.ts';

const { site, browser } = await siteForTests();

/**
 * A page must stay within its budget before any interaction. Code that only an interaction needs can be
 * loaded on demand: `lazyPart(() => import(…))`.
 */
function expectWithin({ script, style, files }: PageWeight, path: string) {
  const most = budgets.find((one) => one.path === path)!;
  const list = files.map(({ bytes, path }) => `${bytes} ${path}`).join('\n');
  expect(script, `script:\n${list}`).toBeLessThanOrEqual(most.script);
  expect(style, `style:\n${list}`).toBeLessThanOrEqual(most.style);
  // A page without style sheets was not measured properly.
  expect(style).toBeGreaterThan(1000);
}

async function memberPage() {
  const page = await newPage(browser, { baseURL: site.url });
  expect(
    (
      await page.request.post('/api/user.php', { data: { email: emailOf('anna'), password: demoPassword } })
    ).status(),
  ).toBe(200);
  return page;
}

test('the landing page stays within its budget on a first visit, with the age question open', async () => {
  const page = await newPage(browser, { baseURL: site.url, entered: false });
  const question = page.locator('dialog[data-site-entry]:modal');
  expectWithin(await weigh(page, '/', () => question.waitFor()), '/');
  expect(await question.isVisible()).toBe(true);

  // The visitor's interaction starts the app, and the answer is stored.
  await question.locator('[data-enter]').click();
  await appReady(page);
  expect(await question.count()).toBe(0);
  await page.reload();
  expect(await question.count()).toBe(0);
});

test('pages for returning visitors stay within their budgets', { timeout: 180_000 }, async () => {
  for (const { path, by } of budgets) {
    if (by !== 'visitor') continue;
    const page = await newPage(browser, { baseURL: site.url });
    expectWithin(await weigh(page, path, () => page.locator('h1').first().waitFor()), path);
    await page.context().close();
  }
});

test('the members page stays within its budget', async () => {
  const page = await memberPage();
  const weight = await weigh(page, '/members', () => appReady(page));
  expectWithin(weight, '/members');
  expect(weight.script).toBeGreaterThan(50_000);
});

test('a profile stays within its budget, and loads related members on scrolling', async () => {
  const page = await memberPage();
  const read = async (address: string) => (await page.request.get(address)).json();
  let shown = 0;
  for (const { id } of (await read('/api/members.php?gender=male')).results)
    if (!shown && (await read(`/api/member.php?id=${id}`)).related.length > 0) shown = id;
  const weight = await weigh(page, `/members/${shown}`, () => appReady(page));
  expectWithin(weight, '/members/{member}');
  expect(weight.script).toBeGreaterThan(50_000);
  const cards = page.locator('main article article');
  expect(await cards.count()).toBe(0);
  await page.mouse.wheel(0, 10_000);
  await cards.first().waitFor();
  await page.getByRole('button', { name: 'Vergroot foto 1' }).click();
  await page.locator('dialog[open]').waitFor();
});

test('a conversation stays within its budget', async () => {
  const page = await memberPage();
  const { chats } = await (await page.request.get('/api/chats.php')).json();
  expect(chats.length).toBeGreaterThan(0);
  const weight = await weigh(page, `/chats/${chats[0].conversation.id}`, async () => {
    await appReady(page);
    await page.getByRole('log').waitFor();
  });
  expectWithin(weight, '/chats/{conversation}');
  expect(weight.script).toBeGreaterThan(50_000);
});

test('starts the app from its own entry instead of a shared chunk', async () => {
  const page = await newPage(browser, { baseURL: site.url });
  const html = await (await page.request.get('/')).text();
  const { entry } = JSON.parse(/<script id="deferred-start"[^>]*>(.*?)<\/script>/s.exec(html)![1]!) as {
    entry: string;
  };
  // If the bundler moved the entry into a shared chunk, only an import of that chunk would remain.
  expect(await (await page.request.get(entry)).text()).toContain('hydrateRoot');
});

test('every screen has a file of its own, so that pages start without the table of routes', () => {
  const file = join(resolve(process.env['BUILD_DIR'] ?? 'build'), 'client', '.vite', 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  const filesOf = (entries: readonly RouteEntry[]): string[] =>
    entries.flatMap(({ file, children = [] }) => [file, ...filesOf(children)]);
  const files = filesOf([...routes.site, ...routes.office]);
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => !manifest[file]?.isDynamicEntry)).toEqual([]);
});
