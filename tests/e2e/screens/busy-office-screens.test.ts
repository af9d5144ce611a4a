import { test } from 'vitest';
import { memberPages } from '#support/browser/member-pages.ts';
import { logInAsOwner } from '#support/browser/operator-pages.ts';
import { inEnglish, measuredPage, WALK_MS, walk, walkOptions } from '#support/browser/screen-walk.ts';
import { operatorScreens } from '#support/browser/screens.ts';
import { siteForTests } from '#support/browser/site-for-tests.ts';
import { busyOffice } from '#support/busy-office.ts';

const { site, browser } = await siteForTests();

test(
  'loads every screen of an office with full queues without layout shift, console errors or axe violations',
  { timeout: WALK_MS },
  async () => {
    const desktop = await measuredPage(browser, walkOptions(site));
    await logInAsOwner(desktop, site);
    const cookies = await desktop.context().cookies();
    const people = await memberPages(site, browser);
    const paths = inEnglish([...operatorScreens, ...(await busyOffice(site, people, desktop))]);
    await walk(desktop.context(), paths, { axe: true });

    const phone = await measuredPage(browser, walkOptions(site, { device: 'phone' }));
    await phone.context().addCookies(cookies);
    await walk(phone.context(), paths, { axe: false });
  },
);
