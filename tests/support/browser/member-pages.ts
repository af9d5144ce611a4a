import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { demoPassword } from '#seeds/people.ts';
import type { RunningSite } from '../running-site.ts';
import { appReady, newPage, type PageOptions } from './browser.ts';

export interface Planted {
  name: string;
  gender?: 'female' | 'male';
  country?: string;
  city?: string;
  region?: string;
  lat?: number;
  lon?: number;
  kind?: 'member' | 'fictional' | 'cam';
  cam_variant?: 'cam' | 'resell';
  date_of_birth?: string;
  hair_color?: string;
  interests?: string[];
  premium?: boolean;
}

/** A running site seen by members inserted directly into its database, each with their own browser page. */
export async function memberPages(site: RunningSite, browser: Browser) {
  // One connection for each query, because tests may restart the site together with its database.
  const query = async (text: string, values: unknown[] = []) => {
    const client = new pg.Client(site.databaseUrl());
    await client.connect();
    try {
      return (await client.query(text, values)).rows;
    } finally {
      await client.end();
    }
  };
  const [{ password_hash: passwordHash }] = await query(
    "select password_hash from members where email = 'anna@example.test'",
  );
  const emails = new Map<number, string>();

  /** Inserts a member, by default a woman in Utrecht, and returns the id. */
  async function plant(who: Planted): Promise<number> {
    const { kind = 'member', gender = 'female' } = who;
    const email = kind === 'member' ? `${who.name.toLowerCase()}@pages.test` : null;
    const [{ id }] = await query(
      "insert into members (email, email_key, password_hash, status, language, paid_user, time_zone) values ($1, $1, $2, 'active', 'en', $3, $4) returning id",
      // The browser's own time zone, which it would otherwise report to the server.
      [email, passwordHash, who.premium ?? false, Intl.DateTimeFormat().resolvedOptions().timeZone],
    );
    await query(
      `insert into profiles (id, kind, cam_variant, cam_url, name, gender, gender_sought, date_of_birth, country, region, city, lat, lon, hair_color, interests, status)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, 'active')`,
      [
        id,
        kind,
        kind === 'cam' ? (who.cam_variant ?? 'cam') : null,
        kind === 'cam' ? 'https://cam.example' : null,
        who.name,
        gender,
        gender === 'male' ? 'female' : 'male',
        who.date_of_birth ?? '1990-06-15',
        who.country ?? 'NL',
        who.region ?? 'Utrecht',
        who.city ?? 'Utrecht',
        who.lat ?? 52.09083,
        who.lon ?? 5.12222,
        who.hair_color ?? null,
        who.interests ?? [],
      ],
    );
    if (email) emails.set(Number(id), email);
    return Number(id);
  }

  return {
    query,
    plant,

    /** Inserts an operator with one role, and returns the id. */
    async employ(name: string, role: string): Promise<number> {
      const id = await plant({ name });
      await query('update members set roles = array[$2] where id = $1', [id, role]);
      return id;
    },

    /** A page in English for an inserted member, or for a visitor. */
    async page(member: number | null, options: PageOptions = {}): Promise<Page> {
      const page = await newPage(browser, { baseURL: site.url, language: 'en-GB', ...options });
      if (member !== null) {
        const answer = await page.request.post('/api/user.php', {
          data: { email: emails.get(member), password: demoPassword },
        });
        if (!answer.ok())
          throw new Error(`The login of ${emails.get(member)} failed: ${await answer.text()}`);
      }
      return page;
    },

    /** Opens a path and waits for hydration, but not for every image. */
    async open(page: Page, path: string): Promise<void> {
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      await appReady(page);
    },

    async ask(page: Page, method: 'GET' | 'POST' | 'DELETE', path: string, data?: object) {
      const answer = await page.request.fetch(path, { method, ...(data === undefined ? {} : { data }) });
      if (!answer.ok())
        throw new Error(`${method} ${path} returned ${answer.status()}: ${await answer.text()}`);
      return answer.json();
    },
  };
}

export type MemberPages = Awaited<ReturnType<typeof memberPages>>;

export const cardsOf = (page: Page) =>
  page.locator('main article').filter({ has: page.locator('a[href*="/members/"], a[href*="/likes/m/"]') });
