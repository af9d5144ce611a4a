import type pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { demoPassword, emailOf } from '#seeds/people.ts';
import { appReady, newPage, type PageOptions } from './browser.ts';
import type { RunningSite } from '../running-site.ts';

/** Demo members at the chat screens of a running site. `at` answers what the test file started, when it is asked. */
export function chatPages(at: () => { site: RunningSite; browser: Browser; database: pg.Client }) {
  return {
    /** The id of a demo member by login (`anna`). */
    async idOf(login: string): Promise<number> {
      const { rows } = await at().database.query('select id from members where email_key = $1', [emailOf(login)]);
      return Number(rows[0].id);
    },
    async creditsOf(id: number): Promise<number> {
      return Number((await at().database.query('select credits from members where id = $1', [id])).rows[0].credits);
    },
    /** A page of a demo member's own browser, logged in and taken over by the app. */
    async pageOf(login: string, path: string, options: PageOptions = {}): Promise<Page> {
      const { browser, site } = at();
      const page = await newPage(browser, { baseURL: site.url, ...options });
      await page.request.post('/api/user.php', { data: { email: emailOf(login), password: demoPassword } });
      await page.goto(path);
      await appReady(page);
      return page;
    },
  };
}

/** The composer's field. */
export const field = (page: Page) => page.locator('textarea');
/** The messages of the open conversation. */
export const log = (page: Page) => page.getByRole('log');

export async function write(page: Page, text: string) {
  await field(page).fill(text);
  await field(page).press('Enter');
}
