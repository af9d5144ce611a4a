import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { landers, nichePrefixes } from '#contract/rules/landing-rules.ts';
import { locales } from '#contract/lists/locales.ts';
import { testApp } from '#support/app.ts';
import { setSettings } from '#support/members.ts';
import { dropSlug, writeSlug } from './index.ts';
import { forgetOldVisits } from './record-visit.ts';
import { townsMap } from './towns-map.ts';

const app = testApp();
const page = 'http://localhost:3000/landers/gallery';

const landing = (query: object) => app.visitor().must('landing', { query: { lander: 'gallery', language: 'en', ...query } as never });

test('each niche has two slugs of its own in every language, and an unknown one falls back to its default', async () => {
  for (const [place, prefix] of nichePrefixes.entries()) {
    await setSettings(app, { niche: place + 1 });
    const own = (number: number) => (prefix ? `${prefix}-${number}` : String(number));
    for (const language of locales) {
      const [first, second, unknown, nonsense] = await Promise.all(
        [undefined, '2', '999', 'x-y-z'].map((slug) => landing({ language, ...(slug && { slug }) })),
      );
      expect([first!.slug, second!.slug, unknown!.slug, nonsense!.slug]).toEqual([own(1), own(2), own(1), own(1)]);
      expect(first!.niche).toBe(place + 1);
      expect(second!.headline).not.toBe(first!.headline);
    }
  }
  await setSettings(app, { niche: 1 });
  // A slug of another niche dresses the page in that one.
  expect(await landing({ slug: 'milf-9' })).toMatchObject({ slug: 'milf-1', niche: 6 });
});

test('an operator adds a slug, changes a default one and takes both back, without code', async () => {
  const words = { headline: 'Mine', lead: 'Own words', button: 'Go' };
  await writeSlug(app.db, { host: '*', slug: '7', language: 'en', ...words, imagery: 'sea', offer: 'none' });
  expect(await landing({ slug: '7' })).toMatchObject({ slug: '7', ...words, imagery: 'sea', offer: 'none' });
  // In a language it was not written in, the default stands.
  expect((await landing({ slug: '7', language: 'de' })).slug).toBe('1');
  await writeSlug(app.db, { host: '*', slug: '1', language: 'en', ...words, imagery: null, offer: null });
  await writeSlug(app.db, { host: '*', slug: '1', language: 'en', ...words, headline: 'Again', imagery: null, offer: null });
  expect(await landing({})).toMatchObject({ headline: 'Again', imagery: 'rose', offer: 'messages' });
  for (const slug of ['1', '7']) expect((await dropSlug(app.db, { host: '*', slug, language: 'en' })).dropped).toBe(true);
  expect((await landing({})).headline).toContain('<em>');
});

test('only a member who agreed and is visible to visitors is shown', async () => {
  const member = await app.as('shown', { name: 'Shown' });
  const shown = async () => (await landing({ lander: 'landing', profile: member.memberId })).profile?.name ?? null;
  expect(await shown()).toBeNull();
  expect((await member.must('user')).show_on_landing_pages).toBe(false);
  await member.must('changeProfile', { body: { show_on_landing_pages: true } });
  expect(await shown()).toBe('Shown');
  expect((await member.must('user')).show_on_landing_pages).toBe(true);
  await member.must('changeUser', { body: { invisible: true } });
  expect(await shown()).toBeNull();
  await member.must('changeUser', { body: { invisible: false } });
  await setSettings(app, { logged_out_search: false });
  expect(await shown()).toBeNull();
  await setSettings(app, { logged_out_search: true });
  expect(await shown()).toBe('Shown');
  expect((await landing({ profile: 999_999 })).profile).toBeNull();
});

const visits = async () =>
  (
    await sql<{ lander: string; slug: string; network: string; opened: number; left_total: number; left_within_10: number; seconds: number }>`
    select lander, slug, network, opened, left_total, left_within_10, seconds::int from page_visits order by lander, slug`.execute(app.db)
  ).rows;

test('visits are counted by design and slug without identity; names that nobody gave are not kept', async () => {
  const visitor = app.visitor();
  const body = { lander: 'gallery', slug: '2', network: 'unknown network' };
  await visitor.must('tracking', { body });
  await visitor.must('tracking', { body });
  await visitor.must('pageHidden', { body: { ...body, seconds: 4 } });
  await visitor.must('pageHidden', { body: { ...body, seconds: 1e9 } });
  await visitor.must('tracking', { body: { lander: 'no such design', slug: '1' } });
  await visitor.must('tracking', { body: { lander: 'video', slug: "'; drop table" } });
  expect(await visits()).toEqual([
    { lander: 'gallery', slug: '2', network: '', opened: 2, left_total: 2, left_within_10: 1, seconds: 4 + 86_400 },
    { lander: 'video', slug: '', network: '', opened: 1, left_total: 0, left_within_10: 0, seconds: 0 },
  ]);
  const { rows } = await sql<{ column_name: string }>`select column_name from information_schema.columns where table_name = 'page_visits'`.execute(app.db);
  expect(rows.map(({ column_name }) => column_name)).not.toEqual(expect.arrayContaining([expect.stringMatching(/ip|member|cookie|agent/)]));
});

test('counts go after 13 months', async () => {
  await sql`update page_visits set day = day - interval '14 months' where lander = 'video'`.execute(app.db);
  await forgetOldVisits(app.db);
  expect((await visits()).map(({ lander }) => lander)).toEqual(['gallery']);
});

test('a traffic source counts from the address of the page; a cookie holds it only where the visitor agreed or the country lets it', async () => {
  const search = (client: ReturnType<typeof app.visitor>, headers: Record<string, string> = {}) => client.call('members', { query: {}, headers } as never);
  await setSettings(app, { logged_out_search: false });
  const visitor = app.visitor();
  expect((await search(visitor)).status).toBe(403);
  expect((await search(visitor, { referer: `${page}?network=ads&sub1=x` })).status).toBe(200);
  expect((await search(visitor, { referer: 'https://elsewhere.example/?network=ads' })).status).toBe(403);
  expect((await visitor.must('settings', { query: { network: 'ads' } as never })).traffic_source).toBe(true);
  expect((await visitor.must('settings')).traffic_source).toBe(false);

  await visitor.must('tracking', { body: { network: 'ads' } });
  expect(visitor.cookies.has('traffic_source')).toBe(false);
  await visitor.must('tracking', { body: { network: 'ads', remember: true } });
  expect((await search(visitor)).status).toBe(200);
  await visitor.must('tracking', { body: { remember: false } });
  expect((await search(visitor)).status).toBe(403);
  await setSettings(app, { logged_out_search: true });
});

test('a country is drawn by its towns, and the names do not run into each other', () => {
  for (const country of ['NL', 'DE', 'US', 'PL', 'NO']) {
    const { width, height, towns, dots } = townsMap(country);
    expect(dots.some(({ path }) => path.length > 200)).toBe(true);
    expect(towns.length).toBeGreaterThan(3);
    for (const { x, y } of towns) expect(x >= 0 && x <= width && y >= 0 && y <= height).toBe(true);
    for (const a of towns) for (const b of towns) if (a !== b) expect(Math.abs(a.x - b.x) >= 165 || Math.abs(a.y - b.y) >= 34).toBe(true);
  }
  expect(townsMap('XX').country).toBe('NL');
});

test('every design and slug has a picture of its own for links, in the language asked for', async () => {
  const get = (path: string) => app.visitor().request('GET', path);
  for (const path of [`/og/${landers[5]}/1.png?l=en`, '/og/site/1.png', '/og/gallery/bdsm-2.png?l=xx']) {
    const answer = await get(path);
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/png']);
  }
  for (const path of ['/og/nothing/1.png', '/og/gallery/1.jpg']) expect((await get(path)).status).toBe(404);
});
