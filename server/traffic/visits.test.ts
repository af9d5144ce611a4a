import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testApp } from '#support/app.ts';
import { setSettings } from '#support/members.ts';
import { forgetOldVisits } from './forget-visits.ts';

const app = testApp();
const page = 'http://localhost:3000/landers/gallery';

const visits = async () =>
  (
    await sql<{
      lander: string;
      slug: string;
      network: string;
      opened: number;
      left_total: number;
      left_within_10: number;
      seconds: number;
    }>`
    select lander, slug, network, opened, left_total, left_within_10, seconds::int from page_visits order by lander, slug`.execute(
      app.db,
    )
  ).rows;

test('counts visits by design and slug, identifies nobody and stores no unknown names', async () => {
  const visitor = app.visitor();
  const body = { lander: 'gallery', slug: '2', network: 'unknown network' };
  await visitor.must('tracking', { body });
  await visitor.must('tracking', { body });
  await visitor.must('pageHidden', { body: { ...body, seconds: 4 } });
  await visitor.must('pageHidden', { body: { ...body, seconds: 1e9 } });
  await visitor.must('tracking', { body: { lander: 'no such design', slug: '1' } });
  await visitor.must('tracking', { body: { lander: 'video', slug: "'; drop table" } });
  expect(await visits()).toEqual([
    {
      lander: 'gallery',
      slug: '2',
      network: '',
      opened: 2,
      left_total: 2,
      left_within_10: 1,
      seconds: 4 + 86_400,
    },
    { lander: 'video', slug: '', network: '', opened: 1, left_total: 0, left_within_10: 0, seconds: 0 },
  ]);
  const { rows } = await sql<{
    column_name: string;
  }>`select column_name from information_schema.columns where table_name = 'page_visits'`.execute(app.db);
  expect(rows.map(({ column_name }) => column_name)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/ip|member|cookie|agent/)]),
  );
});

test('deletes visit counts after 13 months', async () => {
  await sql`update page_visits set day = day - interval '14 months' where lander = 'video'`.execute(app.db);
  await forgetOldVisits(app.db);
  expect((await visits()).map(({ lander }) => lander)).toEqual(['gallery']);
});

test('reads a traffic source from the page address, and keeps a cookie only with consent or where the country allows it', async () => {
  const search = (client: ReturnType<typeof app.visitor>, headers: Record<string, string> = {}) =>
    client.call('members', { query: {}, headers } as never);
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
