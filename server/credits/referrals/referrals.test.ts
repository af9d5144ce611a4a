import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { type Client, testApp } from '#support/app.ts';
import { overrideSettings } from '#support/assembled-site.ts';
import { browserOf, plant, plantWithBrowser } from '#support/members.ts';
import { unusedCreditsOf } from '../unused-credits.ts';

const site = testApp({ LIMITS_SCALE: '100' });
let inviter: Client;
let friends = 0;
const CREDITS = 20;

const set = (settings: Record<string, unknown>) => overrideSettings(site.app, settings);

beforeEach(async () => {
  await site.shiftClock(0);
  await set({ referral_credits: CREDITS, referral_most: 5 });
  inviter = await plantWithBrowser(site, { email: `inviter-${++friends}@plant.test` });
});

const tokenOf = async (client: Client) => (await client.must('statement')).referral!.token;
const join = (invite: string) => site.as(`friend${++friends}`, { invite });

/** A completed purchase some days ago. */
async function buy(member: number, { daysAgo = 20 }: { daysAgo?: number } = {}): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into payments (id, member_id, credits, amount_cents, currency, country, method, gateway, status, idempotency_key, settled_at)
    values (gen_random_uuid(), ${member}, 50, 2500, 'EUR', 'NL', 'ideal', 'sandbox', 'completed', gen_random_uuid(), app_now() - ${daysAgo} * interval '1 day')
    returning id`.execute(site.db);
  return rows[0]!.id;
}

async function settle() {
  await site.app.jobs.add(site.db, 'settle-referrals', {});
  await site.runJobs();
}

const creditsOf = async (member: number) =>
  (await site.db.selectFrom('members').select('credits').where('id', '=', member).executeTakeFirstOrThrow())
    .credits;
const stateOf = async (friend: number) =>
  (
    await sql<{ status: string; reason: string | null }>`
      select status, reason from referrals where friend_id = ${friend}`.execute(site.db)
  ).rows[0];

test('offers no link, and notes nobody, until an operator sets a reward', async () => {
  const token = await tokenOf(inviter);
  await set({ referral_credits: 0 });
  expect((await inviter.must('statement')).referral).toBeNull();
  const friend = await join(token);
  expect(await stateOf(friend.memberId)).toBeUndefined();
});

test('rewards both once, after the first purchase can no longer be withdrawn from', async () => {
  const friend = await join(await tokenOf(inviter));
  await settle();
  expect(await creditsOf(inviter.memberId), 'a signup earns nothing').toBe(0);
  await buy(friend.memberId, { daysAgo: 3 });
  await settle();
  expect(await creditsOf(inviter.memberId)).toBe(0);
  await site.shiftClock(12 * 24 * 3600);
  await settle();
  await buy(friend.memberId);
  await settle();
  expect([await creditsOf(inviter.memberId), await creditsOf(friend.memberId)]).toEqual([CREDITS, CREDITS]);
  expect((await inviter.must('statement')).referral).toMatchObject({ joined: 1, paid: 1 });
  expect((await inviter.must('statement')).lines[0]).toMatchObject({ kind: 'referral', credits: CREDITS });
});

test('rewards no refunded purchase, and takes back what is left after a chargeback', async () => {
  const friend = await join(await tokenOf(inviter));
  const refunded = await buy(friend.memberId);
  await sql`update payments set refunded_at = app_now() where id = ${refunded}`.execute(site.db);
  await settle();
  expect(await stateOf(friend.memberId)).toMatchObject({ status: 'waiting' });
  const paid = await buy(friend.memberId);
  await settle();
  await sql`select book_credits(${inviter.memberId}, 'operator_grant', -15, 'granted', 'spent', null)`.execute(
    site.db,
  );
  await sql`update payments set charged_back_at = app_now() where id = ${paid}`.execute(site.db);
  await settle();
  await settle();
  expect([await creditsOf(inviter.memberId), await creditsOf(friend.memberId)]).toEqual([0, 0]);
  expect(await stateOf(friend.memberId)).toMatchObject({ status: 'taken_back' });
});

test('counts a reward that was taken back as unused, so that own purchases can still be refunded', async () => {
  const own = await buy(inviter.memberId);
  await sql`select book_credits(${inviter.memberId}, 'purchase', 50, 'sales', 'own', ${own})`.execute(
    site.db,
  );
  const friend = await join(await tokenOf(inviter));
  const paid = await buy(friend.memberId);
  await settle();
  expect(await creditsOf(inviter.memberId)).toBe(50 + CREDITS);
  await sql`update payments set charged_back_at = app_now() where id = ${paid}`.execute(site.db);
  await settle();
  expect(await creditsOf(inviter.memberId)).toBe(50);
  expect((await unusedCreditsOf(site.db, inviter.memberId)).get(own)).toEqual({ kept: 50, unused: 50 });
});

test('reaches every friend, however many wait for a purchase that stands', async () => {
  const rows = await sql<{ id: number }>`
    with m as (insert into members (status, language) select 'active', 'en' from generate_series(1, 201) returning id)
    insert into referrals (friend_id, inviter_id, host) select id, ${inviter.memberId}, 'localhost' from m returning friend_id as id`.execute(
    site.db,
  );
  await sql`
    insert into payments (id, member_id, credits, amount_cents, currency, country, method, gateway, status, idempotency_key, settled_at, refunded_at)
    select gen_random_uuid(), id, 50, 2500, 'EUR', 'NL', 'ideal', 'sandbox', 'completed', gen_random_uuid(), app_now(), app_now()
    from unnest(${rows.rows.map(({ id }) => id)}::bigint[]) id`.execute(site.db);
  const friend = await join(await tokenOf(inviter));
  await buy(friend.memberId);
  await settle();
  expect(await stateOf(friend.memberId)).toMatchObject({ status: 'paid' });
});

test('does not reward related accounts, people who were members before, or more friends than the cap', async () => {
  const token = await tokenOf(inviter);
  const share = (one: number, other: number) =>
    sql`
    insert into person_marks (member_id, kind, hash) select id, 'card', ${Buffer.from(`card ${one}`)} from unnest(array[${one}, ${other}]::bigint[]) id`.execute(
      site.db,
    );
  const twin = await join(token);
  await share(inviter.memberId, twin.memberId);
  const again = await join(token);
  await share(again.memberId, await plant(site, { email: `earlier-${friends}@plant.test` }));
  const closed = await join(token);
  for (const { memberId } of [twin, again, closed]) await buy(memberId);
  await sql`update members set status = 'pending_deletion' where id = ${closed.memberId}`.execute(site.db);
  await settle();
  expect(await stateOf(twin.memberId)).toEqual({ status: 'refused', reason: 'related' });
  expect(await stateOf(again.memberId)).toEqual({ status: 'refused', reason: 'known' });
  expect(await stateOf(closed.memberId)).toEqual({ status: 'refused', reason: 'left' });

  await set({ referral_most: 1 });
  const [first, second] = [await join(token), await join(token)];
  for (const { memberId } of [first, second]) await buy(memberId);
  await settle();
  expect([(await stateOf(first.memberId))?.status, await stateOf(second.memberId)]).toEqual([
    'paid',
    { status: 'refused', reason: 'cap' },
  ]);
  expect(await creditsOf(inviter.memberId)).toBe(CREDITS);
});

test('takes no forged token, and hides who shared a link', async () => {
  const token = await tokenOf(inviter);
  expect(Buffer.from(token.slice(2), 'base64url').toString('latin1')).not.toContain(String(inviter.memberId));
  for (const forged of [`${token.slice(0, -4)}AAAA`, 'f-', 'f-AAAA', String(inviter.memberId)]) {
    const friend = await join(forged);
    expect(await stateOf(friend.memberId)).toBeUndefined();
  }
});

test('lists them to operators of the site, page by page', async () => {
  const friend = await join(await tokenOf(inviter));
  const finance = await plantWithBrowser(site, { roles: ['finance'], email: `fin-${friends}@plant.test` });
  const { referrals } = await finance.must('adminReferrals');
  expect(referrals[0]).toMatchObject({
    friend: { id: friend.memberId },
    inviter: { id: inviter.memberId },
    status: 'waiting',
  });
  expect((await (await browserOf(site, friend.memberId)).call('adminReferrals')).status).toBe(404);
});
