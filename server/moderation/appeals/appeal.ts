import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { inTransaction, type Tx } from '../../platform/database/index.ts';
import { refuse, refuseFields } from '../../platform/http/refusal.ts';
import { queueMemberEvent } from '../../webhooks/index.ts';
import { APPEAL_DAYS } from './appeal-link.ts';
import type { Objection } from './appeal-link.ts';

/**
 * POST /api/appeal.php: appeals a decision. A repeat changes nothing, but if the complaint is decided again
 * after an appeal, the new decision can be appealed too. Throws `invalid_fields` without a text, and
 * `link_expired` if the decision no longer exists or is older than half a year.
 */
export async function appeal(
  app: Pick<App, 'db' | 'jobs'>,
  objection: Objection,
  member: number | null,
  words: string,
): Promise<void> {
  const body = words.trim();
  if (body === '') throw refuseFields({ text: 'required' });
  await inTransaction(app.db, async (tx) => {
    const stored = await store(tx, objection, member, body);
    if (stored === null) return assertAppealed(tx, objection, member);
    const { id, appellant } = stored;
    if (appellant !== null)
      await queueMemberEvent(app, tx, 'appeal.received', appellant, { appeal: id, ...objection });
  });
}

/** Returns null if the decision has been appealed before, or can no longer be. */
async function store(
  tx: Tx,
  objection: Objection,
  member: number | null,
  body: string,
): Promise<{ id: number; appellant: number | null } | null> {
  const { rows } = await sql<{ id: number; appellant: number | null }>`
    insert into appeals (measure_id, complaint_id, round, member_id, body)
    ${
      'measure' in objection
        ? sql`select id, null::bigint, 0, member_id, ${body} from measures where id = ${objection.measure} and created_at > app_now() - ${APPEAL_DAYS} * interval '1 day'`
        : sql`select null::bigint, id, round, reporter_id, ${body} from complaints where id = ${objection.complaint} and decided_at > app_now() - ${APPEAL_DAYS} * interval '1 day'
            and (${member}::bigint is null or reporter_id = ${member})`
    } on conflict do nothing returning id, member_id as appellant`.execute(tx);
  return rows[0] ?? null;
}

async function assertAppealed(tx: Tx, objection: Objection, member: number | null): Promise<void> {
  const { rows } = await sql`select 1 from appeals a where ${
    'measure' in objection
      ? sql`measure_id = ${objection.measure}`
      : sql`complaint_id = ${objection.complaint} and (${member}::bigint is null or member_id = ${member})
          and round = (select round from complaints where id = a.complaint_id and decided_at is not null)`
  }`.execute(tx);
  if (rows.length === 0) throw refuse('link_expired');
}
