import { sql, type RawBuilder } from 'kysely';
import { calls, type OfficeCallName } from '#contract/calls.ts';
import { mayCall, type Role } from '#contract/lists/roles.ts';
import type { OfficeTasks } from '#contract/office/tasks.ts';
import { one, type Db } from '../platform/database/index.ts';

/** Each queue with the call that shows it, and its count, which a partial index serves. */
const queues: { [K in keyof Required<OfficeTasks>]: { call: OfficeCallName; count: RawBuilder<unknown> } } = {
  photos: { call: 'adminPhotos', count: sql`(select count(*) from photos where status = 'inspecting')` },
  chat_images: {
    call: 'adminChatImages',
    count: sql`(select count(*) from chat_images i where i.status = 'inspecting' and exists (select from messages m where m.image_id = i.id))`,
  },
  verifications: {
    call: 'adminVerifications',
    count: sql`(select count(*) from verifications v join members m on m.id = v.member_id
      where v.sent_at is not null and v.decided_at is null and m.status in ('active', 'not_confirmed'))`,
  },
  complaints: {
    call: 'adminComplaints',
    count: sql`(select count(*) from complaints where status in ('open', 'in_review'))`,
  },
  complaints_urgent: {
    call: 'adminComplaints',
    count: sql`(select count(*) from complaints where status in ('open', 'in_review') and priority = 1)`,
  },
  appeals: { call: 'adminAppeals', count: sql`(select count(*) from appeals where state = 'open')` },
  texts: { call: 'adminTexts', count: sql`(select count(*) from flagged_texts where decided_at is null)` },
  held_accounts: {
    call: 'adminHeldAccounts',
    count: sql`(select count(distinct member_id) from account_holds where decided_at is null)`,
  },
  refunds: {
    call: 'adminMoneyWork',
    count: sql`(
      (select count(*) from refunds where status in ('approval', 'by_hand')) + (select count(*) from disputes where state = 'open')
      + (select count(*) from withdrawals where outcome = 'unmatched' and handled_at is null))`,
  },
  credit_changes: {
    call: 'decideCredits',
    count: sql`(select count(*) from credit_changes where state = 'approval')`,
  },
};

export async function officeTasks(db: Db, roles: readonly Role[]): Promise<OfficeTasks> {
  const mine = Object.entries(queues).filter(([, queue]) => mayCall(roles, calls[queue.call]));
  if (mine.length === 0) return {};
  const columns = mine.map(([name, { count }]) => sql`${count}::int as ${sql.id(name)}`);
  return one(sql<OfficeTasks>`select ${sql.join(columns)}`.execute(db));
}
