import { sql } from 'kysely';
import type { CallReply } from '#contract/calls.ts';
import type { SharedDate } from '#contract/safety/calls.ts';
import type { App } from '../platform/app.ts';
import { refuse } from '../platform/http/refusal.ts';
import { dateToken, linkKeyOf } from './date-link.ts';

interface Seen {
  who: string;
  place: string;
  note: string;
  starts_at: Date;
  time_zone: string;
  check_in_at: Date | null;
  checked_in_at: Date | null;
  expires_at: Date;
}

const seen = sql`d.who, d.place, d.note, d.starts_at, d.time_zone,
  d.starts_at + make_interval(hours => d.check_in_hours) as check_in_at, d.checked_in_at, d.expires_at`;

const presentSeen = ({ starts_at, check_in_at, checked_in_at, expires_at, ...rest }: Seen) => ({
  ...rest,
  starts_at: starts_at.toISOString(),
  check_in_at: check_in_at?.toISOString() ?? null,
  checked_in_at: checked_in_at?.toISOString() ?? null,
  expires_at: expires_at.toISOString(),
});

interface Own extends Seen {
  id: number;
  link_key: string;
  check_in_hours: number | null;
}

export async function sharedDatesOf(
  { db, config }: Pick<App, 'db' | 'config'>,
  member: number,
): Promise<SharedDate[]> {
  const { rows } = await sql<Own>`
    select d.id, d.link_key, d.check_in_hours, ${seen} from shared_dates d
    where d.member_id = ${member} and d.expires_at > app_now() order by d.starts_at, d.id`.execute(db);
  return rows.map(({ id, link_key, check_in_hours, ...date }) => ({
    id,
    token: dateToken(config.secret, 'friend', link_key),
    check_in_hours,
    ...presentSeen(date),
  }));
}

/**
 * A date as the friend with the link sees it. Unknown, ended and expired links are refused alike, and so are those of
 * accounts that are being deleted.
 */
export async function dateOfFriend(
  { db, config }: Pick<App, 'db' | 'config'>,
  token: string,
): Promise<CallReply<'dateOfFriend'>> {
  const key = linkKeyOf(config.secret, 'friend', token);
  const { rows } = await sql<Seen & { member: string }>`
    select p.name as member, ${seen} from shared_dates d
      join members m on m.id = d.member_id join profiles p on p.id = d.member_id
    where d.link_key = ${key}::uuid and d.expires_at > app_now() and m.status not in ('pending_deletion', 'deleted')`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw refuse('link_expired');
  const { member, ...date } = row;
  return { member, ...presentSeen(date) };
}
