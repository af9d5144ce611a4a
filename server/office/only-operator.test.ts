import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { type Client, testApp } from '#support/app.ts';
import { plantWithBrowser } from '#support/members.ts';

// A four-eyes rule needs two people: a site's only operator acts alone, and as soon as there is a second one
// every change waits.

const site = testApp();
let owner: Client;

beforeEach(async () => {
  await sql`update members set roles = '{}'`.execute(site.db);
  owner = await plantWithBrowser(site, { roles: ['owner'] });
});

const limit = async () =>
  (await owner.must('adminSettings', { query: {} })).settings.find(
    ({ key }) => key === 'credit_approval_credits',
  )?.value;
const raise = (value: number) =>
  owner.must('changeSettings', {
    body: { site: '*', changes: [{ key: 'credit_approval_credits', value }] },
  });

/** Creates a code far above the percentage that needs a second operator. Returns whether it is active. */
async function codeIsOn(): Promise<boolean> {
  const code = `CODE${randomUUID().slice(0, 8).toUpperCase()}`;
  await owner.must('adminDiscountCode', { body: { code, value_percentage: 95 } });
  const { codes } = await owner.must('adminDiscountCodes');
  return codes.find((one) => one.code === code)?.status === 'active';
}

/** Lowers the price of a package to a cent. Returns whether that is the price now. */
async function priceFalls(): Promise<boolean> {
  const { packages } = await owner.must('adminCatalogue');
  const one = packages.find(({ prices }) => prices.some(({ amount }) => Number(amount) > 1))!;
  const prices = one.prices.map(({ currency }) => ({ amount: '0.01', currency }));
  const { id, credits, active, recommended } = one;
  await owner.must('adminPackage', { body: { id, credits, active, recommended, prices } });
  const after = (await owner.must('adminCatalogue')).packages.find((each) => each.id === id)!;
  return after.prices.every(({ amount }) => amount === '0.01');
}

test('lets the only operator raise limits, make codes and lower prices alone', async () => {
  await raise(700);
  expect(await limit()).toBe(700);
  expect(await codeIsOn()).toBe(true);
  expect(await priceFalls()).toBe(true);
});

test('makes an owner wait as soon as another owner works here', async () => {
  const before = Number(await limit());
  await plantWithBrowser(site, { roles: ['owner'] });
  await raise(before + 1);
  expect(await limit()).toBe(before);
  expect(await codeIsOn()).toBe(false);
  expect(await priceFalls()).toBe(false);
});

test('counts colleagues who could decide: finance for money, owners for limits, nobody who left', async () => {
  const before = Number(await limit());
  const finance = await plantWithBrowser(site, { roles: ['finance'] });
  await plantWithBrowser(site, { roles: ['support'] });
  await raise(before + 1);
  expect(await limit(), 'only owners decide about limits').toBe(before + 1);
  expect(await codeIsOn()).toBe(false);
  await owner.must('changeOperator', { body: { id: finance.memberId, roles: [] } });
  expect(await codeIsOn()).toBe(true);
});
