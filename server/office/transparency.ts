import { sql } from 'kysely';
import type { TransparencyReport } from '#contract/moderation/transparency.ts';
import { one, type Db } from '../platform/database/index.ts';
import { refuseFields } from '../platform/http/refusal.ts';

interface Period {
  from?: string | undefined;
  to?: string | undefined;
  year?: number | undefined;
}

/**
 * Figures that the Digital Services Act requires (articles 15 and 24) for a period of days, by default this
 * year until today: notices, measures and appeals. Throws `invalid_fields` if the period ends before it begins.
 */
export async function transparencyReport(db: Db, period: Period): Promise<TransparencyReport> {
  const { from, to } = await daysOf(db, period);
  if (to < from) throw refuseFields({ to: 'invalid' });
  const within = (column: string) =>
    sql`${sql.ref(column)} >= ${from}::date and ${sql.ref(column)} < ${to}::date + 1`;
  const median = sql`round((percentile_cont(0.5) within group (
    order by extract(epoch from decided_at - created_at)) / 3600)::numeric, 1)::float`;
  const [notices, measures, appeals] = await Promise.all([
    sql<TransparencyReport['notices'][number]>`
      select category, outcome, count(*)::int as number, count(trusted_flagger_id)::int as by_trusted_flaggers, ${median} as median_hours
      from complaints where ${within('created_at')} group by category, outcome order by category, outcome`.execute(
      db,
    ),
    sql<TransparencyReport['measures'][number]>`
      select kind, ground, detection, count(*)::int as number
      from measures where ${within('created_at')} group by kind, ground, detection order by kind, ground, detection`.execute(
      db,
    ),
    sql<TransparencyReport['appeals'][number]>`
      select case when measure_id is null then 'reporter' else 'concerned' end as by, state,
        count(*)::int as number, ${median} as median_hours
      from appeals where ${within('created_at')} group by measure_id is null, state order by 1, state`.execute(
      db,
    ),
  ]);
  return { from, to, notices: notices.rows, measures: measures.rows, appeals: appeals.rows };
}

export function transparencyRows({ notices, measures, appeals }: TransparencyReport): string[][] {
  const hours = (median: number | null) => (median === null ? '' : String(median));
  return [
    ['subject', 'kind', 'ground', 'detection', 'outcome', 'number', 'median_hours', 'by_trusted_flaggers'],
    ...notices.map(({ category, outcome, number, median_hours, by_trusted_flaggers }) => [
      'notices',
      category,
      '',
      '',
      outcome ?? 'undecided',
      String(number),
      hours(median_hours),
      String(by_trusted_flaggers),
    ]),
    ...measures.map(({ kind, ground, detection, number }) => [
      'measures',
      kind,
      ground,
      detection,
      '',
      String(number),
      '',
    ]),
    ...appeals.map(({ by, state, number, median_hours }) => [
      'appeals',
      by,
      '',
      '',
      state,
      String(number),
      hours(median_hours),
    ]),
  ];
}

async function daysOf(db: Db, { from, to, year }: Period): Promise<{ from: string; to: string }> {
  if (year !== undefined) return { from: `${year}-01-01`, to: `${year}-12-31` };
  const today = await one(
    sql<{ year: string; day: string }>`
      select to_char(app_now(), 'YYYY') as year, to_char(app_now(), 'YYYY-MM-DD') as day`.execute(db),
  );
  return { from: from ?? `${(to ?? today.day).slice(0, 4)}-01-01`, to: to ?? today.day };
}
