import { sql } from 'kysely';
import type { Operator as ListedOperator } from '#contract/office/operators.ts';
import type { Sites } from '#contract/rules/site-scope-rules.ts';
import type { Db } from '../../platform/database/index.ts';
import { memberInSites } from '../../site-scope/index.ts';

export async function operatorsOf(db: Db, sites: Sites): Promise<ListedOperator[]> {
  const { rows } = await sql<Omit<ListedOperator, 'last_seen'> & { last_seen: Date | null }>`
    select m.id, p.name, m.email, m.roles, m.office_sites as sites, m.status = 'active' as active, (select max(last_used_at) from sessions s where s.member_id = m.id) as last_seen
    from members m left join profiles p on p.id = m.id where m.roles <> '{}' and ${memberInSites(sites)} order by m.id limit 500`.execute(
    db,
  );
  return rows.map((row) => ({ ...row, last_seen: row.last_seen?.toISOString() ?? null }));
}
