import { sql } from 'kysely';
import type { CallBody } from '#contract/calls.ts';
import type { App } from '../platform/app.ts';
import { refuse } from '../platform/http/refusal.ts';
import { linkKeyOf } from './date-link.ts';

/** POST /api/check-in.php. A repeat keeps the first time. */
export async function checkIn(
  { db, config }: Pick<App, 'db' | 'config'>,
  member: number | null,
  { id, token }: NonNullable<CallBody<'checkIn'>>,
): Promise<string> {
  const which =
    token === undefined
      ? sql`id = ${id ?? null}::bigint and member_id = ${member}::bigint`
      : sql`link_key = ${linkKeyOf(config.secret, 'check in', token)}::uuid`;
  const { rows } = await sql<{ checked_in_at: Date }>`
    update shared_dates set checked_in_at = coalesce(checked_in_at, app_now())
    where ${which} and expires_at > app_now() returning checked_in_at`.execute(db);
  if (!rows[0]) throw refuse('link_expired');
  return rows[0].checked_in_at.toISOString();
}
