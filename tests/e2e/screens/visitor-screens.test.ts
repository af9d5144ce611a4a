import { test } from 'vitest';
import { inEnglish, measuredPage, WALK_MS, walk, walkOptions } from '#support/browser/screen-walk.ts';
import { visitorScreens } from '#support/browser/screens.ts';
import { siteForTests } from '#support/browser/site-for-tests.ts';

const { site, browser } = await siteForTests();

test.each(['phone', 'desktop'] as const)(
  'loads every screen of visitors without layout shift, console errors or axe violations (%s)',
  { timeout: WALK_MS },
  async (device) => {
    const page = await measuredPage(browser, walkOptions(site, { device }));
    await walk(page.context(), [...inEnglish(visitorScreens), '/', '/de/signup', '/pl'], {
      axe: device === 'phone',
    });
  },
);
