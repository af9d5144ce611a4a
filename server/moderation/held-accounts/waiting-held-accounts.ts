import { sql } from 'kysely';
import type { CallReply } from '#contract/calls.ts';
import { urgentReasons } from '#contract/lists/hold-reasons.ts';
import type { HeldAccount } from '#contract/moderation/held-accounts.ts';
import type { ListMatch } from '#contract/moderation/list-matches.ts';
import type { Sites } from '#contract/rules/site-scope-rules.ts';
import { one, type Db } from '../../platform/database/index.ts';
import { readCursor, writeCursor } from '../../platform/http/cursor.ts';
import { heldInSites, ofMemberInSites } from '../../site-scope/index.ts';

const PAGE = 30;
const LIST = 'held accounts';

/**
 * Listed pictures and suspected minors first, then those who have waited longest. Related accounts of sites that the moderator does
 * not work for stay unnamed.
 */
export async function waitingHeldAccounts(
  db: Db,
  { memberId: operator, sites }: { memberId: number; sites: Sites },
  cursor?: string,
): Promise<CallReply<'adminHeldAccounts'>> {
  const inSites = heldInSites(sites);
  const [urgency, after] = readCursor(LIST, cursor, 2) ?? [0, 0];
  const rank = sql`min(case when h.reason = any(${[...urgentReasons]}::text[]) then 0 else 1 end)`;
  const [{ rows }, { waiting }] = await Promise.all([
    sql<{
      id: number;
      first: number;
      rank: number;
      pictures: string[];
      recordings: string[];
      words: string[];
      matches: ListMatch[];
      name: string | null;
      deleted: boolean;
      reasons: HeldAccount['reasons'];
      release: HeldAccount['release'];
      created_at: Date;
    }>`
      select h.member_id as id, min(h.id) as first, ${rank} as rank, p.name, bool_or(h.purged_at is not null) as deleted, min(h.created_at) as created_at,
        json_agg(json_build_object('reason', h.reason, 'rules', h.rules,
          'related', case when h.related_id is not null and ${ofMemberInSites(sites, sql`h.related_id`)} then json_build_object('id', h.related_id, 'name', r.name) end) order by h.id) as reasons,
        coalesce((select json_agg('/held-files/' || e.id || '/' || (place - 1) order by e.id, place)
          from account_holds e, generate_series(1, cardinality(e.evidence_folders)) place where e.member_id = h.member_id and e.decided_at is null and e.reason <> 'minor_voice'), '[]') as pictures,
        coalesce((select json_agg('/held-voices/' || e.id || '/' || (place - 1) order by e.id, place)
          from account_holds e, generate_series(1, cardinality(e.evidence_folders)) place where e.member_id = h.member_id and e.decided_at is null and e.reason = 'minor_voice'), '[]') as recordings,
        coalesce((select json_agg(word order by e.id, place) from account_holds e, unnest(e.evidence_words) with ordinality evidence (word, place)
          where e.member_id = h.member_id and e.decided_at is null), '[]') as words,
        coalesce((select jsonb_agg(match order by e.id, place) from account_holds e, jsonb_array_elements(e.evidence_matches) with ordinality evidence (match, place)
          where e.member_id = h.member_id and e.decided_at is null), '[]') as matches,
        (select json_build_object('asked_by', asker.name, 'own', e.release_asked_by = ${operator}) from account_holds e left join profiles asker on asker.id = e.release_asked_by
          where e.member_id = h.member_id and e.decided_at is null and e.release_asked_by is not null limit 1) as release
      from account_holds h left join profiles p on p.id = h.member_id left join profiles r on r.id = h.related_id
      where h.decided_at is null and ${inSites} group by h.member_id, p.name having (${rank}, min(h.id)) > (${urgency}::int, ${after}::bigint)
      order by ${rank}, min(h.id) limit ${PAGE + 1}`.execute(db),
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
    accounts: page.map(({ first: _first, rank: _rank, created_at, ...account }) => ({
      ...account,
      created_at: created_at.toISOString(),
    })),
    waiting,
    next: rows.length > PAGE && last ? writeCursor(LIST, [last.rank, last.first]) : null,
  };
}
