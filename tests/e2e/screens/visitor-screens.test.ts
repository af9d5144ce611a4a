import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { launchBrowser } from '#support/browser/browser.ts';
import { inEnglish, measuredPage, walk, walkOptions } from '#support/browser/screen-walk.ts';
import { visitorScreens } from '#support/browser/screens.ts';
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

test.each(['phone', 'desktop'] as const)(
  'loads every screen of visitors without layout shift, console errors or axe violations (%s)',
  async (device) => {
    const page = await measuredPage(browser, walkOptions(site, { device }));
    await walk(page.context(), [...inEnglish(visitorScreens), '/', '/de/signup', '/pl'], {
      axe: device === 'phone',
    });
  },
);
