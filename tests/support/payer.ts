import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Locale } from '#contract/lists/locales.ts';
import { personAt, type Device, type Person } from './browser/person.ts';
import type { RunningSite } from './running-site.ts';

let payers = 0;

/** A new member with their own browser and, by default, a confirmed address: never paid, no credits, the time bonus running. */
export async function payerAt(
  browser: Browser,
  site: RunningSite,
  locale: Locale,
  device: Device,
  more: { country?: string; confirmed?: boolean } = {},
): Promise<Person> {
  const email = `payer${++payers}@example.test`;
  const payer = await personAt(browser, site, {
    name: 'Pia',
    email,
    password: 'a long walk by the sea',
    locale,
    device,
  });
  const answer = await payer.page.request.post('/api/signup.php', {
    data: {
      email,
      password: payer.password,
      name: 'Pia',
      gender: 'female',
      gender_sought: 'male',
      date_of_birth: '1990-06-15',
      country: more.country ?? 'NL',
      language: locale,
      intimate_consent: true,
    },
  });
  expect(answer.status()).toBe(201);
  // Only confirmed accounts can buy credits.
  if (more.confirmed ?? true) await confirmAddress(site, payer);
  return payer;
}

export async function pay({ page }: Person) {
  await page.getByRole('checkbox').last().check();
  await page.locator('main form button[type=submit]').last().click();
}

export async function checkout({ page }: Person, outcome: string) {
  await page.waitForURL(/\/sandbox\/checkout\//);
  await page.locator(`button[value=${outcome}]`).click();
  await page.waitForURL(/\/transactions\//);
}

/** Orders through the API like a screen, and completes the sandbox's checkout. Returns the payment's id. */
export async function order(
  { page }: Person,
  outcome: string | null,
  more: Record<string, unknown> = {},
): Promise<string> {
  const answer = await page.request.post('/api/payment.php', {
    data: { package: 2, method: 'ideal', idempotency_key: crypto.randomUUID(), consent: true, ...more },
  });
  expect(answer.status()).toBe(201);
  const { payment_id } = (await answer.json()) as { payment_id: string };
  if (outcome) await choose(page, payment_id, outcome);
  return payment_id;
}

/** Submits the sandbox's checkout without opening its page. */
export async function choose(page: Page, payment: string, outcome: string) {
  expect((await page.request.post(`/sandbox/checkout/${payment}`, { data: { outcome } })).status()).toBe(200);
}

export const balance = async (page: Page) =>
  ((await (await page.request.get('/api/user.php')).json()) as { credits: number }).credits;

export async function inDatabase(site: RunningSite, statement: string, values: unknown[] = []) {
  const client = new pg.Client(site.databaseUrl());
  await client.connect();
  try {
    await client.query(statement, values);
  } finally {
    await client.end();
  }
}

/** Has the effect of the link in the activation mail. Direct debit requires a confirmed address. */
export const confirmAddress = (site: RunningSite, { email }: Person) =>
  inDatabase(site, "update members set status = 'active', confirmed_at = now() where email = $1", [email]);

/** Waits for an SMS code to a number that differs from `not`. */
export async function codeSentTo(site: RunningSite, number: string, not = ''): Promise<string> {
  for (let tries = 0; tries < 100; tries++) {
    const { items } = (await (
      await fetch(`${site.url}/dev/outbox.json?to=${encodeURIComponent(number)}`)
    ).json()) as { items: { text: string }[] };
    const code = items[0] && /\d{6}/.exec(items[0].text)?.[0];
    if (code && code !== not) return code;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`No code arrived for ${number}.`);
}
