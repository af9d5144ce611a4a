import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTill, type Till } from '#support/till.ts';
import { mostChosenPackage } from './most-chosen.ts';

let till: Till;
let member: number;
beforeAll(async () => {
  till = await openTill();
  member = (await till.payer()).id;
});
afterAll(() => till.close());

const sold = (
  pack: number,
  orders: number,
  more: { status?: string; daysAgo?: number; refunded?: boolean } = {},
) =>
  sql`
    insert into payments (id, member_id, package_id, credits, amount_cents, costs_cents, currency, country, vat_percentage, method, gateway, status, idempotency_key, settled_at, refunded_at)
    select gen_random_uuid(), ${member}, ${pack}, 20, 999, 0, 'EUR', 'NL', 21, 'ideal', 'sandbox', ${more.status ?? 'completed'}, gen_random_uuid(),
      app_now() - ${more.daysAgo ?? 1} * interval '1 day', case when ${more.refunded ?? false} then app_now() end
    from generate_series(1, ${orders})`.execute(till.site.app.db);
const mostChosen = () => mostChosenPackage(till.site.app.db);

test('marks only the most chosen package as popular, from 20 paid orders in 90 days', async () => {
  const payer = await till.payer();
  expect(
    (await payer.get('/api/packages.php')).body.packages.map(({ popular }: { popular: boolean }) => popular),
  ).toEqual([false, false, false, false, false]);
  await sold(1, 12);
  await sold(2, 7);
  await sold(2, 50, { status: 'pending' });
  await sold(2, 50, { daysAgo: 91 });
  await sold(2, 50, { refunded: true });
  expect(await mostChosen()).toBeNull();
  await sold(3, 1);
  expect(await mostChosen()).toBe(1);
  // As many orders of another package: neither is the most popular.
  await sold(2, 5);
  expect(await mostChosen()).toBeNull();
  await sold(2, 1);
  expect(await mostChosen()).toBe(2);
});

test('separates recommended packages from popular ones', async () => {
  const { packages } = (await (await till.payer()).get('/api/packages.php')).body;
  expect(
    packages
      .filter(({ recommended }: { recommended: boolean }) => recommended)
      .map(({ id }: { id: number }) => id),
  ).toEqual([3]);
});
