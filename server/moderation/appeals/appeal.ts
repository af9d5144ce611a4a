import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';
import { refuse, refuseFields } from '../../platform/http/refusal.ts';
import { APPEAL_DAYS } from './appeal-link.ts';
import type { Objection } from './appeal-link.ts';

/**
 * POST /api/appeal.php: appeals a decision. A repeat changes nothing, but if the complaint is decided again
 * after an appeal, the new decision can be appealed too. Throws `invalid_fields` without a text, and
 * `link_expired` if the decision no longer exists or is older than half a year.
 */
export async function appeal(
  db: Db,
  objection: Objection,
  member: number | null,
  words: string,
): Promise<void> {
  const body = words.trim();
  if (body === '') throw refuseFields({ text: 'required' });
  const { numAffectedRows } = await sql`
    insert into appeals (measure_id, complaint_id, round, member_id, body)
    ${
      'measure' in objection
        ? sql`select id, null::bigint, 0, member_id, ${body} from measures where id = ${objection.measure} and created_at > app_now() - ${APPEAL_DAYS} * interval '1 day'`
        : sql`select null::bigint, id, round, reporter_id, ${body} from complaints where id = ${objection.complaint} and decided_at > app_now() - ${APPEAL_DAYS} * interval '1 day'
            and (${member}::bigint is null or reporter_id = ${member})`
    } on conflict do nothing`.execute(db);
  if ((numAffectedRows ?? 0n) > 0n) return;
  const { rows } = await sql`select 1 from appeals a where ${
    'measure' in objection
      ? sql`measure_id = ${objection.measure}`
      : sql`complaint_id = ${objection.complaint} and (${member}::bigint is null or member_id = ${member})
          and round = (select round from complaints where id = a.complaint_id and decided_at is not null)`
  }`.execute(db);
  if (rows.length === 0) throw refuse('link_expired');
}
