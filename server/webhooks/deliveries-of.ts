import { sql } from 'kysely';
import type { WebhookDelivery } from '#contract/webhooks.ts';
import type { Db } from '../platform/database/index.ts';
import { nextPage } from '../platform/database/next-page.ts';
import { readCursor, writeCursor } from '../platform/http/cursor.ts';

const PAGE = 50;

export async function deliveriesOf(
  db: Db,
  webhook: string,
  cursor?: string,
): Promise<{ deliveries: WebhookDelivery[]; next: string | null }> {
  const name = `webhook ${webhook}`;
  const [before] = readCursor(name, cursor, 1) ?? [Number.MAX_SAFE_INTEGER];
  type Row = Omit<WebhookDelivery, 'created_at' | 'tried_at' | 'next_at'> &
    Record<'created_at', Date> &
    Record<'tried_at' | 'next_at', Date | null>;
  const { rows } = await sql<Row>`
    select id, number, event, state, tries, status, created_at, tried_at, case when state = 'waiting' then next_at end as next_at
    from webhook_deliveries where webhook_id = ${webhook} and number < ${before} order by number desc limit ${PAGE + 1}`.execute(
    db,
  );
  const page = rows.slice(0, PAGE);
  return {
    deliveries: page.map((row) => ({
      ...row,
      created_at: row.created_at.toISOString(),
      tried_at: row.tried_at?.toISOString() ?? null,
      next_at: row.next_at?.toISOString() ?? null,
    })),
    next: nextPage(rows, PAGE, (last) => writeCursor(name, [last.number])),
  };
}
