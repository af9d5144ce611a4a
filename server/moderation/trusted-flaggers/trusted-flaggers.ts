import { sql } from 'kysely';
import type { TrustedFlagger } from '#contract/moderation/trusted-flaggers.ts';
import { COMPLAINT_MISUSE } from '#contract/rules/measure-rules.ts';
import type { Db } from '../../platform/database/index.ts';

/** GET /api/admin/trusted-flaggers: those with the status first, by name, with the notices of the last twelve months. */
export async function trustedFlaggers(db: Db): Promise<TrustedFlagger[]> {
  const { rows } = await sql<
    Omit<TrustedFlagger, 'created_at' | 'ended_at'> & { created_at: Date; ended_at: Date | null }
  >`
    select f.id, f.name, f.email, f.country, f.language, f.created_at, f.ended_at, n.*
    from trusted_flaggers f cross join lateral (
      select count(*)::int as notices,
        count(*) filter (where outcome is null)::int as undecided,
        count(*) filter (where outcome = 'no_violation')::int as without_violation,
        count(*) filter (where is_unfounded)::int as unfounded
      from complaints c where c.trusted_flagger_id = f.id
        and c.created_at > app_now() - make_interval(months => ${sql.lit(COMPLAINT_MISUSE.months)})) n
    order by f.ended_at is not null, lower(f.name), f.id`.execute(db);
  return rows.map(({ created_at, ended_at, ...flagger }) => ({
    ...flagger,
    created_at: created_at.toISOString(),
    ended_at: ended_at?.toISOString() ?? null,
  }));
}
