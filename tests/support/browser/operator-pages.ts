import { generate } from 'otplib';
import type pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { demoOperatorSecret } from '#seeds/people.ts';
import type { RunningSite } from '../running-site.ts';
import { operatorSession } from '../site-settings.ts';
import { appReady, newPage, type PageOptions } from './browser.ts';

/** Logs the demo site's owner in with the one-time link printed at start-up and an authenticator code. */
export async function logInAsOwner(page: Page, site: RunningSite): Promise<void> {
  const [link] = /\S+\/admin\/login\?token=\S+/.exec(site.said()) ?? [];
  if (!link) throw new Error('The site printed no login link.');
  await page.goto(link);
  await page.locator('input[name=code]').fill(await generate({ secret: demoOperatorSecret }));
  await page.locator('input[name=code]').press('Enter');
  await page.waitForURL(/\/admin$/);
}

/** Sets up an authenticator app on the screen that follows an operator's first login. */
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
  await page.getByRole('heading', { name: 'Choose a password too' }).waitFor();
  await page.getByRole('button', { name: 'Later' }).click();
  await page.waitForURL(/\/admin$/);
}

interface OperatorOptions extends PageOptions {
  id: number;
  path: string;
}

/** A page of an operator whose session has passed both factors. */
export async function operatorPage(
  browser: Browser,
  site: RunningSite,
  database: pg.Client,
  { id, path, ...options }: OperatorOptions,
): Promise<Page> {
  const page = await newPage(browser, { baseURL: site.url, ...options });
  const value = await operatorSession(database, Number(id));
  await page.context().addCookies([{ name: 'auth', value, url: site.url }]);
  await page.goto(path);
  await appReady(page);
  return page;
}
