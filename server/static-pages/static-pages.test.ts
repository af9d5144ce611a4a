import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { locales } from '#contract/lists/locales.ts';
import { testApp } from '#support/app.ts';
import { setSettings } from '#support/members.ts';
import { SITES_CHANGED } from '../site-settings/index.ts';
import { renderPage } from './markdown.ts';
import { dropPage, standardPages, writePage } from './index.ts';

const app = testApp();
const page = (token: string, language = 'en') => app.visitor().call('staticPage', { query: { token, language } as never });

/** The sources of a folder that run on the site. */
const codeOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'));

test('every standard page is there in every language, whole: no placeholder is left and each section has its anchor', async () => {
  for (const token of standardPages)
    for (const language of locales) {
      const { status, body } = await page(token, language);
      expect([token, language, status]).toEqual([token, language, 200]);
      expect(body.html).not.toMatch(/\{\{|\{\w+\}/);
      expect(body.title.length).toBeGreaterThan(2);
      for (const { anchor } of body.sections) expect(body.html).toContain(`id="${anchor}"`);
    }
});

test('what a site does not have is left out with the words around it: no dash, no empty bracket', async () => {
  const { rows } = await sql<{ support_phone: string | null; kvk: string | null }>`select support_phone, kvk from companies`.execute(app.db);
  await sql`update companies set support_phone = null, kvk = null, vat_numbers = '{}'`.execute(app.db);
  app.app.events.publish(SITES_CHANGED, null);
  for (const language of locales)
    for (const token of ['terms', 'privacy', 'service', 'return-policy'] as const) {
      const { body } = await page(token, language);
      expect([token, language, body.html.match(/\[\[|\]\]|\(\s*\)|\s–[.,)]| ,/)]).toEqual([token, language, null]);
    }
  await sql`update companies set support_phone = ${rows[0]!.support_phone}, kvk = ${rows[0]!.kvk}`.execute(app.db);
  app.app.events.publish(SITES_CHANGED, null);
});

test('a page names the company, the days of return and the version of the terms', async () => {
  await setSettings(app, { refund_days: 21, message_visible_days: 90 });
  await sql`update companies set name = 'Acme *BV*', kvk = '12345678', vat_numbers = '{NL001B01,DE2}', added = '2025-03-04T12:00:00Z'`.execute(app.db);
  app.app.events.publish(SITES_CHANGED, null);
  await writePage(app.db, {
    host: '*',
    language: 'en',
    token: 'about',
    body: '# About {{site}}\n\nWe are {{company}}, {{kvk}}, {{vat_numbers}}: {{refund_days}} days. Since {{terms_date}}. {{unknown}}\n\n## More\n\n[Terms](/pages/terms) <b>x</b> [bad](javascript:alert(1))',
  });
  const { body } = await page('about');
  expect(body.intro).toBe('We are Acme *BV*, 12345678, NL001B01, DE2: 21 days. Since 4 March 2025. {{unknown}}');
  expect(body.html).toContain('href="/en/pages/terms"');
  expect(body.html).not.toMatch(/<b>|href="javascript/);
  expect((await page('privacy')).body.html).toContain('disappear for both of you after 90 days');
  expect((await page('terms')).body.updated_at).toBe('2025-03-04T12:00:00.000Z');
  await sql`update companies set added = '2020-01-01T12:00:00Z'`.execute(app.db);
  app.app.events.publish(SITES_CHANGED, null);
  expect((await page('terms')).body.updated_at).toBe('2023-12-01T12:00:00.000Z');
});

test('an operator adds a page, goes before the default of one, and takes both back', async () => {
  expect((await page('house-rules')).status).toBe(404);
  await writePage(app.db, { host: '*', language: 'en', token: 'house-rules', body: '# House rules\n\nBe kind.' });
  expect((await page('house-rules')).body.title).toBe('House rules');
  await writePage(app.db, { host: '*', language: 'en', token: 'faq', body: '# Mine' });
  expect((await page('faq')).body.title).toBe('Mine');
  for (const token of ['house-rules', 'faq']) expect((await dropPage(app.db, { host: '*', language: 'en', token })).dropped).toBe(true);
  expect((await page('faq')).body.title).not.toBe('Mine');
  for (const token of ['..', '../../../package', 'x'.repeat(60)]) expect((await page(token)).status).toBe(404);
});

test('tables can be reached by the keyboard and anchors count the sections', () => {
  const { html, sections } = renderPage('# T\n\nIntro\n\n## One\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n## *Two*\n\nx', 'nl');
  expect(sections).toEqual([
    { anchor: 's1', title: 'One' },
    { anchor: 's2', title: 'Two' },
  ]);
  expect(html).toContain('tabindex="0"');
});

test('the page about cookies names every cookie that the site sets, in every language', async () => {
  const names = ['auth', 'device', 'locale', 'theme', 'time_zone', 'dismissed_…', 'site_entry', 'traffic_source'];
  for (const language of locales) {
    const { body } = await page('cookies', language);
    const named = [...body.html.matchAll(/<strong>([a-z_…]+)<\/strong>/g)].map(([, name]) => name!);
    expect([language, named.toSorted()]).toEqual([language, names.toSorted()]);
  }
  // A cookie that the list above does not know is one that the page does not name either.
  const set = [...codeOf('web'), ...codeOf('server')].flatMap((file) =>
    [...file.matchAll(/document\.cookie = `(\w+)=|setCookie\('(\w+)'|const COOKIE = '(\w+)'/g)].map(
      ([, inPage, inCall, inName]) => inPage ?? inCall ?? inName!,
    ),
  );
  expect([...new Set(set)].toSorted()).toEqual(names.filter((name) => name !== 'dismissed_…').toSorted());
});

test('the periods on the pages about privacy and cookies are those that the code keeps', async () => {
  const periods: [page: 'privacy' | 'cookies', file: string, constant: RegExp][] = [
    ['privacy', 'server/moderation/jobs.ts', /const KEPT_DAYS = (\d+);/],
    ['privacy', 'server/payments/refunds/forget-withdrawals.ts', /const KEPT_DAYS = (\d+);/],
    ['privacy', 'server/profiles/recently-viewed.ts', /const KEPT_DAYS = (\d+);/],
    ['privacy', 'server/membership/unused-accounts.ts', /const UNUSED_MONTHS = (\d+);/],
    ['privacy', 'server/membership/purge-due.ts', /const SHADOW_DAYS = (\d+);/],
    ['privacy', 'server/identity/jobs.ts', /from link_tokens where expires_at < app_now\(\) - interval '(\d+) days'/],
    ['cookies', 'web/session/dismissals.ts', /const KEPT_S = (\d+) \* 86_400;/],
    ['cookies', 'web/i18n/locale-links.tsx', /max-age=\$\{(\d+) \* 86_400\}/],
    ['cookies', 'web/i18n/time-zone.ts', /max-age=\$\{(\d+) \* 86_400\}/],
  ];
  for (const language of locales)
    for (const [token, file, constant] of periods) {
      const number = constant.exec(readFileSync(file, 'utf8'))?.[1];
      const { body } = await page(token, language);
      const numbers: string[] = body.html.replace(/<[^>]+>/g, ' ').match(/\d+/g) ?? [];
      expect([language, file, number !== undefined && numbers.includes(number)]).toEqual([language, file, true]);
    }
});
