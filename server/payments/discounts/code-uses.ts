import { sql } from 'kysely';
import type { CallReply } from '#contract/calls.ts';
import { money } from '#contract/money.ts';
import type { Sites } from '#contract/rules/site-scope-rules.ts';
import { isUuid } from '#contract/schema.ts';
import type { Db } from '../../platform/database/index.ts';
import { nextPage } from '../../platform/database/next-page.ts';
import { hostInSites } from '../../site-scope/index.ts';

const PAGE = 30;

interface Row {
  id: string;
  member_id: number;
  name: string | null;
  country: string;
  amount_cents: number;
  discount_cents: number;
  currency: string;
  charged_back_at: Date | null;
  refunded_at: Date | null;
  settled_at: Date;
}

export async function codeUses(
  db: Db,
  sites: Sites,
  { code, cursor }: { code: string; cursor?: string },
): Promise<CallReply<'adminCodeUses'>> {
  const before = cursor && isUuid(cursor) ? cursor : null;
  const { rows } = await sql<Row>`
    select o.id, o.member_id, p.name, o.country, o.amount_cents, o.discount_cents, o.currency, o.charged_back_at, o.refunded_at, o.settled_at
    from payments o left join profiles p on p.id = o.member_id
    where o.status = 'completed' and o.discount_code = ${code.trim().toUpperCase()}
      and ${hostInSites(sites, sql`o.host`)} and (${before}::uuid is null or (o.settled_at, o.id) < (select settled_at, id from payments where id = ${before}::uuid))
    order by o.settled_at desc, o.id desc limit ${PAGE + 1}`.execute(db);
  const page = rows.slice(0, PAGE);
  return {
    uses: page.map((row) => ({
      payment: row.id,
      member: row.member_id,
      name: row.name,
      country: row.country,
      amount: money(row.amount_cents, row.currency),
      discount: money(row.discount_cents, row.currency),
      reversed: row.charged_back_at ? 'chargeback' : row.refunded_at ? 'refund' : null,
      at: row.settled_at.toISOString(),
    })),
    next: nextPage(rows, PAGE, (last) => last.id),
  };
}
