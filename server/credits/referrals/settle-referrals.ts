import { type RawBuilder, sql } from 'kysely';
import { relatedAccounts } from '../../identity/index.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction, type Tx } from '../../platform/database/index.ts';
import { settingsOf } from '../../site-settings/index.ts';
import { bookCredits } from '../book-credits.ts';
import { grantCredits } from '../grant-credits.ts';

const AT_ONCE = 200;
const CAP_DAYS = 365;
/** A chargeback comes within this time of the payment. */
const TAKE_BACK_DAYS = 240;

/** Job: pays the rewards that are due, and takes back those whose purchase was refunded or charged back. */
export async function settleReferrals(app: App): Promise<void> {
  await forEachFriend(
    app,
    settle,
    (after) => sql<Friend>`
    select r.friend_id from referrals r
    where r.status = 'waiting' and r.friend_id > ${after} and exists (select from payments p where p.member_id = r.friend_id and p.status = 'completed')
    order by r.friend_id limit ${AT_ONCE}`,
  );
  await forEachFriend(
    app,
    takeBack,
    (after) => sql<Friend>`
    select r.friend_id from referrals r join payments p on p.id = r.payment_id
    where r.status = 'paid' and r.friend_id > ${after} and r.settled_at > app_now() - ${TAKE_BACK_DAYS} * interval '1 day'
      and (p.refunded_at is not null or p.charged_back_at is not null)
    order by r.friend_id limit ${AT_ONCE}`,
  );
}

interface Friend {
  friend_id: number;
}

/** Walks the whole list by key: purchases that were given back keep their referrals waiting, perhaps for ever. */
async function forEachFriend(
  app: App,
  act: (app: App, tx: Tx, friend: number) => Promise<void>,
  after: (friend: number) => RawBuilder<Friend>,
): Promise<void> {
  for (let last = 0; ;) {
    const { rows } = await after(last).execute(app.db);
    for (const { friend_id } of rows) await inTransaction(app.db, (tx) => act(app, tx, friend_id));
    const final = rows.at(-1);
    if (!final || rows.length < AT_ONCE) return;
    last = final.friend_id;
  }
}

interface Referral {
  friend_id: number;
  inviter_id: number;
  host: string;
  credits: number | null;
}

async function lockReferral(tx: Tx, friend: number, status: 'waiting' | 'paid'): Promise<Referral | null> {
  const { rows } = await sql<Referral>`
    select friend_id, inviter_id, host, credits from referrals where friend_id = ${friend} and status = ${status}`.execute(
    tx,
  );
  const [found] = rows;
  if (!found) return null;
  // Every booking locks the member first; two of them in one order.
  await sql`select from members where id in (${found.friend_id}, ${found.inviter_id}) order by id for update`.execute(
    tx,
  );
  const { rows: locked } = await sql<Referral>`
    select friend_id, inviter_id, host, credits from referrals where friend_id = ${friend} and status = ${status} for update`.execute(
    tx,
  );
  return locked[0] ?? null;
}

/** The friend's first purchase that stands: old enough that it can no longer be withdrawn from, and not given back. */
async function standingPurchase(tx: Tx, friend: number, days: number): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select p.id from payments p
    where p.member_id = ${friend} and p.status = 'completed' and p.settled_at < app_now() - ${days} * interval '1 day'
      and p.refunded_at is null and p.charged_back_at is null
      and not exists (select from refunds x where x.payment_id = p.id and x.status <> 'declined')
    order by p.settled_at limit 1`.execute(tx);
  return rows[0]?.id ?? null;
}

async function settle(app: App, tx: Tx, friend: number): Promise<void> {
  const referral = await lockReferral(tx, friend, 'waiting');
  if (!referral) return;
  const {
    referral_credits: credits,
    referral_most: most,
    refund_days,
  } = await settingsOf(app, referral.host);
  const payment = credits > 0 ? await standingPurchase(tx, friend, refund_days) : null;
  if (!payment) return;
  const reason = await refusalOf(tx, referral, most);
  if (reason) {
    await sql`update referrals set status = 'refused', reason = ${reason}, settled_at = app_now() where friend_id = ${friend}`.execute(
      tx,
    );
    return;
  }
  for (const member of [referral.inviter_id, friend]) {
    const booked = await grantCredits(tx, { member, kind: 'referral', credits, key: `referral:${friend}` });
    tellBalance(app, tx, member, booked);
  }
  await sql`
    update referrals set status = 'paid', credits = ${credits}, payment_id = ${payment}, settled_at = app_now()
    where friend_id = ${friend}`.execute(tx);
}

type Reason = 'related' | 'known' | 'cap' | 'left';

/** Why a reward is not paid: it must not be worth founding accounts for. */
async function refusalOf(
  tx: Tx,
  { friend_id: friend, inviter_id: inviter }: Referral,
  most: number,
): Promise<Reason | null> {
  const { rows } = await sql<{ active: number; paid: number; known: boolean }>`
    select
      (select count(*)::int from members m where m.id in (${friend}, ${inviter}) and m.status = 'active' and m.held_at is null) as active,
      (select count(*)::int from referrals r where r.inviter_id = ${inviter} and r.status = 'paid'
        and r.settled_at > app_now() - ${CAP_DAYS} * interval '1 day') as paid,
      exists (
        select from person_marks mine join used_allowances u on u.hash = mine.hash where mine.member_id = ${friend}
      ) as known`.execute(tx);
  const [state] = rows;
  if (!state || state.active < 2) return 'left';
  const related = await relatedAccounts(tx, friend, null);
  if (related.some(({ id }) => id === inviter)) return 'related';
  // A person who had an account before is not a new member, whoever invited them.
  if (state.known || related.length > 0) return 'known';
  return state.paid >= most ? 'cap' : null;
}

/** Takes back what is left of both rewards. */
async function takeBack(app: App, tx: Tx, friend: number): Promise<void> {
  const referral = await lockReferral(tx, friend, 'paid');
  if (!referral) return;
  const { rows } = await sql<{ id: number; credits: number }>`
    select id, credits from members where id in (${referral.inviter_id}, ${friend})`.execute(tx);
  for (const { id, credits } of rows) {
    const left = Math.min(credits, referral.credits ?? 0);
    if (left === 0) continue;
    const taken = { member: id, kind: 'referral', credits: left, key: `referral-back:${friend}` };
    tellBalance(app, tx, id, await bookCredits(tx, taken, -left, 'granted'));
  }
  await sql`update referrals set status = 'taken_back', settled_at = app_now() where friend_id = ${friend}`.execute(
    tx,
  );
}

function tellBalance(
  app: App,
  tx: Tx,
  member: number,
  { credits, paidUser }: { credits: number; paidUser: boolean },
): void {
  tx.afterCommit(() =>
    app.events.emit(member, 'credits', { credits, paid_user: paidUser, reason: 'referral' }),
  );
}
