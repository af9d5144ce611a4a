import { test } from 'vitest';
import { logInAsOwner } from '#support/browser/operator-pages.ts';
import { inEnglish, measuredPage, WALK_MS, walk, walkOptions } from '#support/browser/screen-walk.ts';
import { operatorScreens } from '#support/browser/screens.ts';
import { siteForTests } from '#support/browser/site-for-tests.ts';

const { site, browser } = await siteForTests();

test(
  'loads every screen of an office with empty queues without layout shift, console errors or axe violations',
  { timeout: WALK_MS },
  async () => {
    const page = await measuredPage(browser, walkOptions(site));
    await logInAsOwner(page, site);
    await walk(page.context(), inEnglish(operatorScreens), { axe: true });
  },
);
