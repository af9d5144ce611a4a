import { sql } from 'kysely';
import type { CallBody } from '#contract/calls.ts';
import type { Operator } from '../../moderation/index.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction, one } from '../../platform/database/index.ts';
import { refuse, refuseFields } from '../../platform/http/refusal.ts';

/** Views that an operator may keep of all lists together. */
const MOST_VIEWS = 100;

/**
 * PUT /api/admin/list-views: saves a view, or changes one of the operator's own. Throws `conflict` if the operator
 * has too many.
 */
export async function saveView(
  app: App,
  operator: Operator,
  { id, list, name, query }: CallBody<'saveListView'>,
): Promise<void> {
  const trimmed = name.trim();
  if (trimmed === '') throw refuseFields({ name: 'required' });
  await inTransaction(app.db, async (tx) => {
    const { count } = await one(
      sql<{ count: number }>`
        select count(*)::int as count from office_views where operator_id = ${operator.id} and id <> ${id}`.execute(
        tx,
      ),
    );
    if (count >= MOST_VIEWS) throw refuse('conflict');
    await sql`
      insert into office_views (operator_id, id, list, name, query) values (${operator.id}, ${id}, ${list}, ${trimmed}, ${query})
      on conflict (operator_id, id) do update set list = excluded.list, name = excluded.name, query = excluded.query`.execute(
      tx,
    );
    await operator.audit(tx, { object: id });
  });
}
