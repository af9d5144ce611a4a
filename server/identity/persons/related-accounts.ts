import { sql } from 'kysely';
import type { HoldReason, RelatedBy } from '#contract/lists/hold-reasons.ts';
import type { RelatedAccount } from '#contract/office/members.ts';
import type { Sites } from '#contract/rules/site-scope-rules.ts';
import type { Db } from '../../platform/database/index.ts';
import { ofMemberInSites } from '../../site-scope/index.ts';

const MOST_RELATED = 50;

/**
 * Other accounts that probably belong to the same person, with what they have in common: banned ones first,
 * also those whose account is gone. Operators of some sites see only the accounts of these.
 */
export async function relatedAccounts(db: Db, member: number, sites: Sites): Promise<RelatedAccount[]> {
  const { rows } = await sql<{
    id: number;
    name: string | null;
    status: RelatedAccount['status'];
    reasons: RelatedBy[];
  }>`
    with shared as (
      select other.member_id as id, other.kind from person_marks mine
        join person_marks other on other.kind = mine.kind and other.hash = mine.hash where mine.member_id = ${member}
      union select other.member_id, 'picture' from photos mine join photos other on other.fingerprint = mine.fingerprint
        where mine.member_id = ${member}
      union select banned.member_id, banned.kind from person_marks mine
        join banned_marks banned on banned.kind = mine.kind and banned.hash = mine.hash
        where mine.member_id = ${member} and banned.until > app_now()
      union select related_id, substr(reason, length('banned_') + 1) from account_holds
        where member_id = ${member} and related_id is not null
      union select member_id, substr(reason, length('banned_') + 1) from account_holds where related_id = ${member}
    )
    select shared.id, p.name, coalesce(m.status, 'deleted') as status, array_agg(distinct shared.kind) as reasons
      from shared left join members m on m.id = shared.id left join profiles p on p.id = shared.id
      where shared.id <> ${member} and coalesce(m.roles, '{}') = '{}' and ${ofMemberInSites(sites, sql`shared.id`)}
      group by shared.id, p.name, m.status
      order by m.status is not distinct from 'banned' desc, shared.id desc limit ${MOST_RELATED}`.execute(db);
  return rows;
}

export async function holdsOf(db: Db, member: number): Promise<HoldReason[]> {
  const { rows } = await sql<{ reason: HoldReason }>`
    select distinct reason from account_holds where member_id = ${member} and decided_at is null order by reason`.execute(
    db,
  );
  return rows.map(({ reason }) => reason);
}
