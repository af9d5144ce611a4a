import { sql, type RawBuilder } from 'kysely';
import { hasRole, type Role } from '#contract/enums.ts';
import type { OfficeTasks } from '#contract/office.ts';
import type { Db } from '../platform/database/index.ts';

/** What waits, for which role, each counted by an index of what waits. */
const queues: { [K in keyof Required<OfficeTasks>]: { roles: Role[]; count: RawBuilder<unknown> } } = {
  photos: { roles: ['moderator'], count: sql`(select count(*) from photos where status = 'inspecting')` },
  chat_images: {
    roles: ['moderator'],
    count: sql`(select count(*) from chat_images i where i.status = 'inspecting' and exists (select from messages m where m.image_id = i.id))`,
  },
  verifications: {
    roles: ['moderator'],
    count: sql`(select count(*) from verifications v join members m on m.id = v.member_id
      where v.sent_at is not null and v.decided_at is null and m.status in ('active', 'not_confirmed'))`,
  },
  complaints: { roles: ['moderator', 'support'], count: sql`(select count(*) from complaints where status in ('open', 'in_review'))` },
  complaints_urgent: { roles: ['moderator', 'support'], count: sql`(select count(*) from complaints where status in ('open', 'in_review') and priority = 1)` },
  appeals: { roles: ['moderator'], count: sql`(select count(*) from appeals where state = 'open')` },
  texts: { roles: ['moderator'], count: sql`(select count(*) from flagged_texts where decided_at is null)` },
  refunds: {
    roles: ['finance'],
    count: sql`(
      (select count(*) from refunds where status in ('approval', 'by_hand')) + (select count(*) from disputes where state = 'open')
      + (select count(*) from withdrawals where outcome = 'unmatched' and handled_at is null))`,
  },
  credit_changes: { roles: ['support', 'finance'], count: sql`(select count(*) from credit_changes where state = 'approval')` },
};

/** GET /api/admin/tasks.php: how much waits in the queues of somebody with these roles, in one statement. */
export async function officeTasks(db: Db, roles: readonly Role[]): Promise<OfficeTasks> {
  const mine = Object.entries(queues).filter(([, queue]) => hasRole(roles, queue.roles));
  if (mine.length === 0) return {};
  const columns = mine.map(([name, { count }]) => sql`${count}::int as ${sql.id(name)}`);
  const { rows } = await sql<OfficeTasks>`select ${sql.join(columns)}`.execute(db);
  return rows[0]!;
}
