import type { Page, Worker } from 'playwright-core';
import { expect, test } from 'vitest';
import { demoPassword } from '#seeds/people.ts';
import { memberPages } from '#support/browser/member-pages.ts';
import { siteForTests } from '#support/browser/site-for-tests.ts';

const { site, browser } = await siteForTests();
const people = await memberPages(site, browser);

/**
 * Runs the worker's `sync` event, as the browser does once the network is back. Returns the error, if any. Playwright
 * takes the network from pages only, not from the worker.
 */
const sync = (worker: Worker) =>
  worker.evaluate(async () => {
    const work: Promise<unknown>[] = [];
    const event = Object.assign(new Event('sync'), {
      tag: 'unsent',
      waitUntil: (promise: Promise<unknown>) => work.push(promise),
    });
    (self as never as EventTarget).dispatchEvent(event);
    return Promise.all(work).then(
      () => null,
      (error: unknown) => String(error),
    );
  });

const textsOf = async (sender: number): Promise<string[]> =>
  (await people.query('select body from messages where sender_id = $1 order by id', [sender])).map(
    ({ body }: { body: string }) => body,
  );

const stored = (worker: Worker) =>
  worker.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const request = indexedDB.open('unsent-messages', 1);
        // The page creates the store with its first message.
        request.onupgradeneeded = () => request.transaction?.abort();
        request.onerror = () => resolve(0);
        request.onsuccess = () => {
          const count = request.result.transaction('messages').objectStore('messages').count();
          count.onsuccess = () => {
            request.result.close();
            resolve(count.result);
          };
        };
      }),
  );

async function writeOffline(page: Page, texts: string[]): Promise<Worker> {
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  const field = page.getByRole('textbox', { name: /Otto/ });
  // The first message loads what stores the others.
  await field.fill('First');
  await field.press('Enter');
  await expect.poll(() => page.getByRole('log').getByText('First').count()).toBeGreaterThan(0);
  await page.context().setOffline(true);
  const worker = page.context().serviceWorkers()[0]!;
  for (const [at, text] of texts.entries()) {
    await field.fill(text);
    await field.press('Enter');
    await expect.poll(() => stored(worker)).toBe(at + 1);
  }
  await expect.poll(() => page.evaluate(() => localStorage.getItem('test-sync'))).toBe('unsent');
  return worker;
}

test('sends what was written offline after the page was closed, once and in order', async () => {
  const [nina, otto] = [
    await people.plant({ name: 'Nina' }),
    await people.plant({ name: 'Otto', gender: 'male' }),
  ];
  const page = await people.page(nina, { worker: true });
  // Browsers turn background sync off in the private contexts that tests use.
  await page.context().addInitScript(() =>
    Object.defineProperty(ServiceWorkerRegistration.prototype, 'sync', {
      get: () => ({ register: async (tag: string) => localStorage.setItem('test-sync', tag) }),
    }),
  );
  await people.open(page, `/en/members/${otto}/chat`);
  const worker = await writeOffline(page, ['Second', 'Third']);
  const context = page.context();
  await page.close();
  await context.setOffline(false);
  const logIn = async (name: string) => {
    const data = { email: `${name}@pages.test`, password: demoPassword };
    expect((await context.request.post('/api/user.php', { data })).status()).toBe(200);
  };
  // Another member who logs in on the device sends nothing for the first.
  await logIn('otto');
  expect([await sync(worker), await stored(worker)]).toEqual([null, 2]);
  await logIn('nina');
  expect([await sync(worker), await stored(worker)]).toEqual([null, 0]);
  expect(await sync(worker)).toBe(null);
  expect([await textsOf(nina), await textsOf(otto)]).toEqual([['First', 'Second', 'Third'], []]);
});
