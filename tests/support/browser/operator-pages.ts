import { createHash, randomBytes } from 'node:crypto';
import { generate } from 'otplib';
import type pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { demoOperatorSecret } from '#seeds/people.ts';
import { appReady, newPage, type PageOptions } from './browser.ts';
import type { RunningSite } from '../running-site.ts';

/** Logs the demo site's owner in as people do: by the link that the start printed, and the code of the authenticator app. Once a start. */
export async function logInAsOwner(page: Page, site: RunningSite): Promise<void> {
  await page.goto(/\S+\/admin\/login\?token=\S+/.exec(site.said())![0]);
  await page.locator('input[name=code]').fill(await generate({ secret: demoOperatorSecret }));
  await page.locator('input[name=code]').press('Enter');
  await page.waitForURL(/\/admin$/);
}

/** Gives somebody who works here an authenticator app, at the screen that their first log-in leads to. */
export async function setUpApp(page: Page): Promise<void> {
  await page.waitForURL(/\/admin\/second-step$/);
  await page.goto('/en/admin/second-step');
  await page.getByRole('button', { name: 'Set up an app' }).click();
  const dialog = page.getByRole('dialog');
  const secret = (await dialog.locator('code').innerText()).replace(/\s/g, '');
  await dialog.locator('input[name=code]').fill(await generate({ secret }));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('dialog').locator('li code').nth(9).waitFor();
  await page.getByRole('button', { name: "I've saved them" }).click();
  await page.waitForURL(/\/admin$/);
}

interface OperatorOptions extends PageOptions {
  id: number;
  path: string;
}

/** An operator's page, in a session that has shown both factors. */
export async function operatorPage(browser: Browser, site: RunningSite, database: pg.Client, { id, path, ...options }: OperatorOptions): Promise<Page> {
  const page = await newPage(browser, { baseURL: site.url, ...options });
  const secret = randomBytes(32).toString('base64url');
  await database.query(`insert into sessions (member_id, token_hash, expires_at, both_factors) values ($1, $2, app_now() + interval '12 hours', true)`, [
    id,
    createHash('sha256').update(secret).digest(),
  ]);
  await page.context().addCookies([{ name: 'auth', value: `${Number(id).toString(36)}.${secret}`, url: site.url }]);
  await page.goto(path);
  await appReady(page);
  return page;
}
