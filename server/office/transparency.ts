import { sql } from 'kysely';
import type { Db } from '../platform/database/index.ts';

/**
 * The figures of a year that the Digital Services Act requires (articles 15 and 24): notices by category and
 * outcome with the median hours to a decision, measures by kind and ground, on notice or by the site itself,
 * and appeals. They contain no names or texts.
 */
export async function transparencyRows(db: Db, year: number): Promise<string[][]> {
  const within = (column: string) =>
    sql`${sql.ref(column)} >= make_date(${year}, 1, 1) and ${sql.ref(column)} < make_date(${year + 1}, 1, 1)`;
  const { rows } = await sql<{
    subject: string;
    one: string;
    other: string;
    number: number;
    median: number | null;
  }>`
    select 'notices' as subject, category as one, coalesce(outcome, 'undecided') as other, count(*)::int as number,
        round((percentile_cont(0.5) within group (order by extract(epoch from decided_at - created_at)) / 3600)::numeric, 1)::float as median
      from complaints where ${within('created_at')} group by category, outcome
    union all
    select 'measures', kind, ground || case when complaint_id is null then ', own initiative' else ', after a notice' end, count(*)::int, null
      from measures where ${within('created_at')} group by kind, ground, complaint_id is null
    union all
    select 'appeals', case when measure_id is null then 'by who reported' else 'by who was concerned' end, state, count(*)::int,
        round((percentile_cont(0.5) within group (order by extract(epoch from decided_at - created_at)) / 3600)::numeric, 1)::float
      from appeals where ${within('created_at')} group by measure_id is null, state
    order by 1, 2, 3`.execute(db);
  return [
    ['subject', 'kind', 'outcome', 'number', 'median_hours'],
    ...rows.map(({ subject, one, other, number, median }) => [
      subject,
      one,
      other,
      String(number),
      median === null ? '' : String(median),
    ]),
  ];
}
