import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword, emailOf } from '#seeds/people.ts';
import { closePages, sharedBrowser } from '#support/browser/browser.ts';
import { personAt, type Person } from '#support/browser/person.ts';
import { startSite, type RunningSite } from '#support/running-site.ts';
import { startReceiver, type Receiver } from '#support/services/receiver.ts';

// A failing page reports to the site, which logs the error and sends it to the service at SENTRY_DSN: its
// place in the code, and neither the member's name nor anything that the member typed or read.

const SECRET = 'my dear Anna of Kerkstraat 12, call 0612345678';

let receiver: Receiver;
let site: RunningSite;
let browser: Browser;
let anna: Person;
beforeAll(async () => {
  receiver = await startReceiver();
  const dsn = `${receiver.url.replace('http://', 'http://public-key@')}/7`;
  [site, browser] = await Promise.all([startSite({ SENTRY_DSN: dsn }), sharedBrowser()]);
  anna = await personAt(browser, site, {
    name: 'Anna',
    email: emailOf('anna'),
    password: demoPassword,
    locale: 'en',
    device: 'phone',
  });
  const answer = await anna.page.request.post('/api/user.php', {
    data: { email: anna.email, password: anna.password },
  });
  if (!answer.ok()) throw new Error(await answer.text());
});
afterAll(async () => {
  await closePages(browser);
  await site?.remove();
  receiver?.close();
});

async function reported(nth: number) {
  await expect.poll(() => receiver.requests.length, { timeout: 20_000 }).toBe(nth + 1);
  const { path, body } = receiver.requests[nth]!;
  const event = JSON.parse(body.trim().split('\n')[2]!);
  const [{ type, value, stacktrace }] = event.exception.values;
  return {
    path,
    body,
    type,
    value,
    frames: stacktrace.frames as { filename: string; lineno: number }[],
    where: event.transaction,
  };
}

test('shows an error to the member and reports its place in the code without personal data', async () => {
  const { page } = anna;
  // A malformed response with private text in it.
  await page.route('**/api/chats.php*', (route) =>
    route.fulfill({ json: { chats: [{ text: SECRET }], next: null } }),
  );
  await anna.open(`/members?find=${encodeURIComponent(SECRET)}`);
  await page.locator('a[href$="/chats"]:visible').first().click();

  await page.locator('main [data-status="500"]').waitFor();
  const { path, body, type, value, frames, where } = await reported(0);
  expect([path, type, where]).toEqual(['/api/7/envelope/', 'TypeError', '/en/chats']);
  expect(value).toContain('Cannot read properties of undefined');
  expect(frames.at(-1)!.filename).toMatch(/^assets\/[\w.-]+\.js$/);
  expect(body).not.toMatch(/Kerkstraat|0612345678|anna@/i);
  expect(site.said()).toContain('error in a page');
});

test('removes quoted text from reported and logged errors', async () => {
  const { page } = anna;
  await anna.open('/members');
  // The browser quotes the text: `Unexpected token 'm', "my dear An"... is not valid JSON`.
  await page.evaluate((words) => void setTimeout(() => JSON.parse(words)), SECRET);
  const { body, type, value } = await reported(1);
  expect(type).toBe('SyntaxError');
  expect(value).toMatch(/^Unexpected token …\.* is not valid JSON$/);
  expect(body).not.toMatch(/my dear|Kerkstraat|0612345678|anna@/i);
  expect(site.said()).toContain('SyntaxError');
  expect(site.said()).not.toMatch(/my dear|Kerkstraat|0612345678/);
});
