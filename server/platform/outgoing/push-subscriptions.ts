import { sql } from 'kysely';
import type { App } from '../app.ts';
import type { Db } from '../database/index.ts';
import { refuseFields } from '../http/refusal.ts';

export interface Subscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

const MOST_BROWSERS = 10;

/**
 * Registers a browser's push subscription (POST /api/user.php?push=1). A browser belongs to one member at a time; of a
 * member's browsers the ten newest count. Refuses `invalid_fields` for hosts that are no push service.
 */
export async function subscribePush(app: Pick<App, 'db' | 'push'>, memberId: number, { endpoint, keys }: Subscription): Promise<void> {
  if (!app.push.isAllowedEndpoint(endpoint)) throw refuseFields({ 'subscription.endpoint': 'invalid' });
  await sql`insert into push_subscriptions (member_id, endpoint, p256dh, auth) values (${memberId}, ${endpoint}, ${keys.p256dh}, ${keys.auth})
    on conflict (endpoint) do update set member_id = excluded.member_id, p256dh = excluded.p256dh, auth = excluded.auth, created_at = app_now()`.execute(
    app.db,
  );
  await sql`delete from push_subscriptions where member_id = ${memberId} and endpoint not in (
    select endpoint from push_subscriptions where member_id = ${memberId} order by created_at desc limit ${MOST_BROWSERS})`.execute(app.db);
}

/** Ends push in all browsers of a member. */
export async function endPush(db: Db, memberId: number): Promise<void> {
  await sql`delete from push_subscriptions where member_id = ${memberId}`.execute(db);
}
