import { sql } from 'kysely';
import type { Operations } from '#contract/operations/calls.ts';
import type { Db } from '../../platform/database/index.ts';

/** Operators who may open the screen of operations; `m` is the member. */
export const mayReceive = sql`m.status = 'active' and m.office_sites is null and m.roles && array['owner', 'auditor']`;

/** Chosen operators, or else all owners of the installation; `m` is the member. */
export const isChosen = sql`(
  exists (select from alert_recipients r where r.member_id = m.id)
  or (m.roles && array['owner'] and not exists (
    select from alert_recipients r join members c on c.id = r.member_id
    where c.status = 'active' and c.office_sites is null and c.roles && array['owner', 'auditor'])))`;

export async function alertRecipients(db: Db): Promise<Operations['recipients']> {
  const { rows } = await sql<Operations['recipients'][number]>`
    select m.id, p.name, exists (select from alert_recipients r where r.member_id = m.id) as chosen
    from members m left join profiles p on p.id = m.id where ${mayReceive} order by p.name, m.id limit 50`.execute(
    db,
  );
  return rows;
}
