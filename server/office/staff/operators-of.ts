import { sql } from 'kysely';
import type { OperatorLimits } from '#contract/office/operator-limits.ts';
import type { Operator as ListedOperator } from '#contract/office/operators.ts';
import type { Sites } from '#contract/rules/site-scope-rules.ts';
import type { Db } from '../../platform/database/index.ts';
import { memberInSites } from '../../site-scope/index.ts';

type Row = Omit<ListedOperator, 'last_seen' | 'limits'> & OperatorLimits & { last_seen: Date | null };

export async function operatorsOf(db: Db, sites: Sites): Promise<ListedOperator[]> {
  const { rows } = await sql<Row>`
    select m.id, p.name, m.email, m.roles, m.office_sites as sites, m.office_languages as languages, m.status = 'active' as active, l.credits, l.credits_day, l.refund_cents, l.refund_day_cents, (select max(last_used_at) from sessions s where s.member_id = m.id) as last_seen
    from members m left join profiles p on p.id = m.id left join operator_limits l on l.operator_id = m.id where m.roles <> '{}' and ${memberInSites(sites)} order by m.id limit 500`.execute(
    db,
  );
  return rows.map(({ credits, credits_day, refund_cents, refund_day_cents, last_seen, ...row }) => ({
    ...row,
    limits: { credits, credits_day, refund_cents, refund_day_cents },
    last_seen: last_seen?.toISOString() ?? null,
  }));
}
