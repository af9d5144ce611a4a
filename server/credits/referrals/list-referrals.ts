import { sql } from 'kysely';
import type { CallQuery, CallReply } from '#contract/calls.ts';
import type { Sites } from '#contract/rules/site-scope-rules.ts';
import type { Db } from '../../platform/database/index.ts';
import { nextPage } from '../../platform/database/next-page.ts';
import { readCursor, writeCursor } from '../../platform/http/cursor.ts';
import { siteInSites } from '../../site-scope/index.ts';

const PAGE = 30;
const LIST = 'referrals';

type Listed = CallReply<'adminReferrals'>['referrals'][number];
type Row = Omit<Listed, 'created_at' | 'settled_at' | 'friend' | 'inviter'> & {
  friend_id: number;
  friend_name: string;
  inviter_id: number;
  inviter_name: string;
  created_at: Date;
  settled_at: Date | null;
  position: number;
};

/** GET /api/admin/referrals: who came by whose link, newest first, with what became of the reward. */
export async function listReferrals(
  db: Db,
  sites: Sites,
  { cursor }: NonNullable<CallQuery<'adminReferrals'>>,
): Promise<CallReply<'adminReferrals'>> {
  const [at, friend] = readCursor(LIST, cursor, 2) ?? [Number.MAX_SAFE_INTEGER, 0];
  const { rows } = await sql<Row>`
    select r.friend_id, f.name as friend_name, r.inviter_id, i.name as inviter_name, r.host, r.status, r.reason, r.credits, r.payment_id as payment,
      r.created_at, r.settled_at, (extract(epoch from r.created_at) * 1000000)::bigint as position
    from referrals r join profiles f on f.id = r.friend_id join profiles i on i.id = r.inviter_id
    where (r.created_at, r.friend_id) < (to_timestamp(0) + ${at} * interval '1 microsecond', ${friend}) and ${siteInSites(sites, sql`r.host`)}
    order by r.created_at desc, r.friend_id desc limit ${PAGE + 1}`.execute(db);
  return {
    referrals: rows.slice(0, PAGE).map((row) => ({
      friend: { id: row.friend_id, name: row.friend_name },
      inviter: { id: row.inviter_id, name: row.inviter_name },
      host: row.host,
      status: row.status,
      reason: row.reason,
      credits: row.credits,
      payment: row.payment,
      created_at: row.created_at.toISOString(),
      settled_at: row.settled_at?.toISOString() ?? null,
    })),
    next: nextPage(rows, PAGE, (last) => writeCursor(LIST, [last.position, last.friend_id])),
  };
}
