import { sql } from 'kysely';
import type { CallReply } from '#contract/calls.ts';
import type { HeldAccount } from '#contract/moderation/held-accounts.ts';
import type { Sites } from '#contract/rules/site-scope-rules.ts';
import { one, type Db } from '../../platform/database/index.ts';
import { readCursor, writeCursor } from '../../platform/http/cursor.ts';
import { ofMemberInSites } from '../../site-scope/index.ts';

const PAGE = 30;
const LIST = 'held accounts';

/** Related accounts of sites that the moderator does not work for stay unnamed. */
export async function waitingHeldAccounts(
  db: Db,
  sites: Sites,
  cursor?: string,
): Promise<CallReply<'adminHeldAccounts'>> {
  const inSites = ofMemberInSites(sites, sql`h.member_id`);
  const [after = 0] = readCursor(LIST, cursor, 1) ?? [];
  const [{ rows }, { waiting }] = await Promise.all([
    sql<{
      id: number;
      first: number;
      name: string | null;
      reasons: HeldAccount['reasons'];
      created_at: Date;
    }>`
      select h.member_id as id, min(h.id) as first, p.name, min(h.created_at) as created_at,
        json_agg(json_build_object('reason', h.reason,
          'related', case when h.related_id is not null and ${ofMemberInSites(sites, sql`h.related_id`)} then json_build_object('id', h.related_id, 'name', r.name) end) order by h.id) as reasons
      from account_holds h join profiles p on p.id = h.member_id left join profiles r on r.id = h.related_id
      where h.decided_at is null and ${inSites} group by h.member_id, p.name having min(h.id) > ${after}
      order by min(h.id) limit ${PAGE + 1}`.execute(db),
    one(
      sql<{ waiting: number }>`
      select count(distinct h.member_id)::int as waiting from account_holds h where h.decided_at is null and ${inSites}`.execute(
        db,
      ),
    ),
  ]);
  const page = rows.slice(0, PAGE);
  const last = page.at(-1);
  return {
    accounts: page.map(({ first: _first, created_at, ...account }) => ({
      ...account,
      created_at: created_at.toISOString(),
    })),
    waiting,
    next: rows.length > PAGE && last ? writeCursor(LIST, [last.first]) : null,
  };
}
