import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { launchBrowser } from '#support/browser/browser.ts';
import { logInAsOwner } from '#support/browser/operator-pages.ts';
import { inEnglish, measuredPage, walk, walkOptions } from '#support/browser/screen-walk.ts';
import { operatorScreens } from '#support/browser/screens.ts';
import { startSite, type RunningSite } from '#support/running-site.ts';

let site: RunningSite;
let browser: Browser;
beforeAll(async () => {
  [site, browser] = await Promise.all([startSite(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await site?.remove();
});

test('loads every screen of an office with empty queues without layout shift, console errors or axe violations', async () => {
  const page = await measuredPage(browser, walkOptions(site));
  await logInAsOwner(page, site);
  await walk(page.context(), inEnglish(operatorScreens), { axe: true });
});
