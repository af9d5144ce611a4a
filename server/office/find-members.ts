import { sql } from 'kysely';
import { readsColleagues } from '#contract/lists/roles.ts';
import type { OfficeMember } from '#contract/office/members.ts';
import { emailKey } from '#contract/rules/account-rules.ts';
import { isUuid } from '#contract/schema.ts';
import { ownsAddress } from '../identity/index.ts';
import type { Db } from '../platform/database/index.ts';
import type { MemberSession } from '../platform/http/context.ts';
import { readCursor, writeCursor } from '../platform/http/cursor.ts';
import { memberInSites } from '../site-scope/index.ts';

const PAGE = 30;

interface Row extends Omit<OfficeMember, 'signup_date'> {
  signup_date: Date;
}

export const memberColumns = sql`m.id, p.name, m.email, p.kind, m.status, p.country, m.paid_user as premium, m.signup_date`;

export const presentMember = ({
  id,
  name,
  email,
  kind,
  status,
  country,
  premium,
  signup_date,
}: Row): OfficeMember => ({
  id,
  name,
  email,
  kind,
  status,
  country,
  premium,
  signup_date: signup_date.toISOString(),
});

/**
 * GET /api/admin/members: finds members by id, email address or its beginning, payment id, network of their
 * traffic source (`network:…`) or beginning of the name, newest first. Only operators who may read
 * colleagues' files find colleagues.
 */
export async function findMembers(
  db: Db,
  { memberId, roles, sites }: Pick<MemberSession, 'memberId' | 'roles' | 'sites'>,
  query: { find?: string; cursor?: string },
): Promise<{ members: OfficeMember[]; next: string | null }> {
  const find = (query.find ?? '').replace(/\p{Cc}/gu, ' ').trim();
  const list = `members ${find.toLowerCase()}`;
  const [before] = readCursor(list, query.cursor, 1) ?? [Number.MAX_SAFE_INTEGER];
  const colleagues = readsColleagues(roles) ? sql`true` : sql`(m.roles = '{}' or m.id = ${memberId})`;
  const { rows } = await sql<Row>`
    select ${memberColumns} from members m left join profiles p on p.id = m.id
    where m.id < ${before} and ${condition(find)} and ${colleagues} and ${memberInSites(sites)} order by m.id desc limit ${PAGE + 1}`.execute(
    db,
  );
  const page = rows.slice(0, PAGE);
  const last = page.at(-1);
  return {
    members: page.map(presentMember),
    next: last && rows.length > PAGE ? writeCursor(list, [last.id]) : null,
  };
}

function condition(find: string) {
  if (find === '') return sql`true`;
  if (isUuid(find)) return sql`m.id = (select member_id from payments where id = ${find})`;
  if (/^\d{1,15}$/.test(find)) return sql`m.id = ${Number(find)}`;
  const network = /^network:\s*(.+)$/i.exec(find)?.[1];
  if (network) return sql`m.tracking ->> 'network' = ${network}`;
  if (find.includes('@')) {
    const key = emailKey(find);
    return /@.+\..+/.test(find)
      ? ownsAddress(find)
      : sql`m.email_key >= ${key} and m.email_key < ${`${key}\u{10ffff}`}`;
  }
  return sql`m.id in (select id from profiles where lower(name) ~>=~ ${find.toLowerCase()} and lower(name) ~<~ ${`${find.toLowerCase()}\u{10ffff}`})`;
}
