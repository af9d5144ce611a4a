import { sql } from 'kysely';
import type { DsaStatements } from '#contract/moderation/transparency.ts';
import type { App } from '../../platform/app.ts';
import { one } from '../../platform/database/index.ts';

/** GET /api/admin/dsa-statements: how many statements were sent, wait or were refused, and the newest error. */
export async function statementFigures({ config, db }: Pick<App, 'config' | 'db'>): Promise<DsaStatements> {
  const [counts, { rows }] = await Promise.all([
    one(
      sql<Pick<DsaStatements, 'sent' | 'waiting' | 'refused'>>`
        select count(*) filter (where state = 'sent')::int as sent, count(*) filter (where state = 'waiting')::int as waiting,
          count(*) filter (where state = 'refused')::int as refused from dsa_statements`.execute(db),
    ),
    sql<{ error: string; tried_at: Date }>`
      select error, tried_at from dsa_statements where error is not null order by tried_at desc limit 1`.execute(
      db,
    ),
  ]);
  const [last] = rows;
  return {
    enabled: config.dsaDatabase !== null,
    ...counts,
    last_error: last ? { text: last.error, at: last.tried_at.toISOString() } : null,
  };
}
