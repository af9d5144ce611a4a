import { afterAll, expect, test } from 'vitest';
import { startSite, type RunningSite } from '#support/running-site.ts';

const sites: RunningSite[] = [];
afterAll(async () => {
  for (const site of sites.toReversed()) await site.remove();
});

const WARNING = 'another process without REDIS_URL uses this database';

test('warns at the start of a second process on one database without Redis, and only then', async () => {
  const first = await startSite();
  sites.push(first);
  expect(first.said()).not.toContain(WARNING);
  const beside = { DATABASE_URL: first.databaseUrl(), DEMO_MEMBERS: '0', ROLE: 'web' };
  const second = await startSite(beside);
  sites.push(second);
  expect(second.said()).toContain(WARNING);
});
