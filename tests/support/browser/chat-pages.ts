import type pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { demoPassword, emailOf } from '#seeds/people.ts';
import type { RunningSite } from '../running-site.ts';
import { appReady, newPage, type PageOptions } from './browser.ts';

/**
 * Demo members on the chat screens of a running site. `at` returns the site and browser that the test file
 * started, and is called on each use.
 */
export function chatPages(at: () => { site: RunningSite; browser: Browser; database: pg.Client }) {
  /** An empty page in a demo member's own browser, logged in. */
  async function loggedIn(login: string, options: PageOptions = {}): Promise<Page> {
    const { browser, site } = at();
    const page = await newPage(browser, { baseURL: site.url, ...options });
    await page.request.post('/api/user.php', { data: { email: emailOf(login), password: demoPassword } });
    return page;
  }
  return {
    loggedIn,
    async idOf(login: string): Promise<number> {
      const { rows } = await at().database.query('select id from members where email_key = $1', [
        emailOf(login),
      ]);
      return Number(rows[0].id);
    },
    async creditsOf(id: number): Promise<number> {
      return Number(
        (await at().database.query('select credits from members where id = $1', [id])).rows[0].credits,
      );
    },
    /** A page in a demo member's own browser, logged in and hydrated. */
    async pageOf(login: string, path: string, options: PageOptions = {}): Promise<Page> {
      const page = await loggedIn(login, options);
      await page.goto(path);
      await appReady(page);
      return page;
    },
  };
}

export const field = (page: Page) => page.locator('textarea');
export const log = (page: Page) => page.getByRole('log');

export async function write(page: Page, text: string) {
  await field(page).fill(text);
  await field(page).press('Enter');
}

/** Number of unsent messages that the browser has stored, so that they outlive the page. */
export const storedOffline = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const request = indexedDB.open('unsent-messages', 1);
        // The page creates the store with its first message.
        request.onupgradeneeded = () => request.transaction?.abort();
        request.onerror = () => resolve(0);
        request.onsuccess = () => {
          const count = request.result.transaction('messages').objectStore('messages').count();
          count.onsuccess = () => {
            request.result.close();
            resolve(count.result);
          };
        };
      }),
  );
