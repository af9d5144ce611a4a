import pg from 'pg';
import type { Browser } from 'playwright-core';
import { afterAll } from 'vitest';
import { startSite, type RunningSite } from '../running-site.ts';
import { closePages, sharedBrowser } from './browser.ts';

/**
 * Starts a site for the tests of a file, next to the shared browser, and removes it after them. Awaited at the
 * top level of the file, so that its tests name both as constants. `env` as for `startSite`.
 */
export async function siteForTests(
  env: Record<string, string> = {},
): Promise<{ site: RunningSite; browser: Browser }> {
  const [site, browser] = await Promise.all([startSite(env), sharedBrowser()]);
  afterAll(async () => {
    await closePages(browser);
    await site.remove();
  });
  return { site, browser };
}

/** A connection to the site's database until the end of the file, for tests that do not restart the site. */
export async function databaseForTests(site: RunningSite): Promise<pg.Client> {
  const database = new pg.Client(site.databaseUrl());
  await database.connect();
  afterAll(() => database.end());
  return database;
}
