import { sql, type RawBuilder } from 'kysely';
import type { CallQuery } from '#contract/calls.ts';
import { readsColleagues } from '#contract/lists/roles.ts';
import type { MemberRisk } from '#contract/office/member-list.ts';
import { emailKey } from '#contract/rules/account-rules.ts';
import { commonSites } from '#contract/rules/site-scope-rules.ts';
import { isUuid } from '#contract/schema.ts';
import { ownsAddress } from '../../identity/index.ts';
import type { MemberSession } from '../../platform/http/context.ts';
import { memberInSites } from '../../site-scope/index.ts';

export type Caller = Pick<MemberSession, 'memberId' | 'roles' | 'sites'>;
export type MemberSearch = Omit<NonNullable<CallQuery<'adminMembers'>>, 'cursor'>;

type Condition = RawBuilder<unknown>;

/** The members with this risk, each by an index of what is undecided. */
export const risky: Record<MemberRisk, (member: Condition) => Condition> = {
  held: (member) => sql`${member} in (select h.member_id from account_holds h where h.decided_at is null)`,
  flagged: (member) =>
    sql`${member} in (select ft.member_id from flagged_texts ft where ft.decided_at is null)`,
  reported: (member) =>
    sql`${member} in (select c.profile_id from complaints c where c.status in ('open', 'in_review') and c.profile_id is not null)`,
};

/**
 * Conditions over `members m left join profiles p left join presence pr`. Only operators who may read
 * colleagues' files find colleagues.
 */
export function memberConditions({ memberId, roles, sites }: Caller, search: MemberSearch): Condition {
  const { status, country, site, premium, verified, source, seen, risk } = search;
  const all: (Condition | false | undefined)[] = [
    found(wordsOf(search.find)),
    !readsColleagues(roles) && sql`(m.roles = '{}' or m.id = ${memberId})`,
    memberInSites(site === undefined ? sites : commonSites(sites, [site])),
    status && sql`m.status = ${status}`,
    country && sql`p.country = ${country}`,
    premium && (premium === 'yes' ? sql`m.paid_user` : sql`not m.paid_user`),
    verified && (verified === 'yes' ? sql`p.verified` : sql`p.verified is not true`),
    source !== undefined && source !== '' && sql`m.tracking ->> 'network' = ${source}`,
    seen && seenIn[seen],
    risk && risky[risk](sql`m.id`),
  ];
  return sql.join(
    all.filter((each) => each !== undefined && each !== false),
    sql` and `,
  );
}

const within = (days: number) => sql`pr.last_active > app_now() - ${days} * interval '1 day'`;

const seenIn = {
  day: within(1),
  week: within(7),
  month: within(30),
  quarter: within(90),
  longer: sql`${within(90)} is not true`,
};

export const wordsOf = (find: string | undefined): string => (find ?? '').replace(/\p{Cc}/gu, ' ').trim();

/**
 * Members by id, email address or its beginning, payment id, network of their traffic source (`network:…`), or
 * beginning of the name.
 */
function found(find: string): Condition {
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
