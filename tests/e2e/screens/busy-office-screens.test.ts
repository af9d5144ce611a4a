import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { launchBrowser } from '#support/browser/browser.ts';
import { memberPages } from '#support/browser/member-pages.ts';
import { logInAsOwner } from '#support/browser/operator-pages.ts';
import { inEnglish, measuredPage, walk, walkOptions } from '#support/browser/screen-walk.ts';
import { operatorScreens } from '#support/browser/screens.ts';
import { busyOffice } from '#support/busy-office.ts';
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

test('loads every screen of an office with full queues without layout shift, console errors or axe violations', async () => {
  const desktop = await measuredPage(browser, walkOptions(site));
  await logInAsOwner(desktop, site);
  const cookies = await desktop.context().cookies();
  const people = await memberPages(site, browser);
  const paths = inEnglish([...operatorScreens, ...(await busyOffice(site, people, desktop))]);
  await walk(desktop.context(), paths, { axe: true });

  const phone = await measuredPage(browser, walkOptions(site, { device: 'phone' }));
  await phone.context().addCookies(cookies);
  await walk(phone.context(), paths, { axe: false });
});
