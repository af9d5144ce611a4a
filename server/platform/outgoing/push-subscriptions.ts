import { sql } from 'kysely';
import type { App } from '../app.ts';
import type { Db } from '../database/index.ts';
import type { MemberSession } from '../http/context.ts';
import { refuseFields } from '../http/refusal.ts';

export interface Subscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

const MOST_BROWSERS = 10;

/**
 * POST /api/user.php?push=1: registers a browser's push subscription for the current session, with which it
 * ends. A browser belongs to one member at a time, and only a member's ten newest subscriptions stay. Throws
 * `invalid_fields` if the host is not a push service.
 */
export async function subscribePush(
  app: Pick<App, 'db' | 'push'>,
  { memberId, tokenHash }: MemberSession,
  { endpoint, keys }: Subscription,
): Promise<void> {
  if (!app.push.isAllowedEndpoint(endpoint)) throw refuseFields({ 'subscription.endpoint': 'invalid' });
  await sql`
    insert into push_subscriptions (member_id, endpoint, p256dh, auth, session_hash)
    values (${memberId}, ${endpoint}, ${keys.p256dh}, ${keys.auth}, ${tokenHash})
    on conflict (endpoint) do update set member_id = excluded.member_id, p256dh = excluded.p256dh, auth = excluded.auth,
      session_hash = excluded.session_hash, created_at = app_now()`.execute(app.db);
  await sql`delete from push_subscriptions where member_id = ${memberId} and endpoint not in (
    select endpoint from push_subscriptions where member_id = ${memberId} order by created_at desc limit ${MOST_BROWSERS})`.execute(
    app.db,
  );
}

export async function movePush(db: Db, from: MemberSession, tokenHash: Buffer): Promise<void> {
  await sql`update push_subscriptions set session_hash = ${tokenHash} where member_id = ${from.memberId} and session_hash = ${from.tokenHash}`.execute(
    db,
  );
}

export async function unsubscribePush(db: Db, memberId: number, endpoint: string): Promise<void> {
  await sql`delete from push_subscriptions where member_id = ${memberId} and endpoint = ${endpoint}`.execute(
    db,
  );
}

export async function endPush(db: Db, memberId: number): Promise<void> {
  await sql`delete from push_subscriptions where member_id = ${memberId}`.execute(db);
}
