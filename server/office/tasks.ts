import { sql, type RawBuilder } from 'kysely';
import { calls, type OfficeCallName } from '#contract/calls.ts';
import { mayCall } from '#contract/lists/roles.ts';
import type { OfficeTasks } from '#contract/office/tasks.ts';
import { waitingCounts } from '../desk/index.ts';
import type { App } from '../platform/app.ts';
import { one } from '../platform/database/index.ts';
import type { MemberSession } from '../platform/http/context.ts';
import {
  appealInSites,
  complaintInLanguages,
  complaintInSites,
  heldInSites,
  hostInSites,
  type Languages,
  ofMemberInLanguages,
  ofMemberInSites,
  textInLanguages,
  threadInLanguages,
  threadInSites,
} from '../site-scope/index.ts';
import { settingsOf } from '../site-settings/index.ts';
import { isOpenThread } from '../support/index.ts';

type Operator = Pick<MemberSession, 'memberId' | 'sites' | 'languages'>;
type Counting = Operator & { timeZone: string };

interface Queue {
  call: OfficeCallName;
  count(operator: Counting): RawBuilder<unknown>;
}

/** Leaves out the operator's own items: a colleague has to decide those. */
const ofMember = (
  table: string,
  waiting: RawBuilder<unknown>,
  inLanguages = (languages: Languages) => ofMemberInLanguages(languages, sql.ref(`${table}.member_id`)),
): Queue['count'] => {
  const member = sql.ref(`${table}.member_id`);
  return ({ memberId, sites, languages }) =>
    sql`(select count(*) from ${sql.table(table)} where ${waiting} and ${member} <> ${memberId} and ${ofMemberInSites(sites, member)} and ${inLanguages(languages)})`;
};

const complaints =
  (waiting: RawBuilder<unknown>): Queue['count'] =>
  ({ sites, languages }) =>
    sql`(select count(*) from complaints c where c.status in ('open', 'in_review') and ${waiting} and ${complaintInSites(sites)} and ${complaintInLanguages(languages)})`;

/** Each queue with the call that shows it, and its count, which a partial index serves. */
const queues: { [K in keyof Required<OfficeTasks>]: Queue } = {
  photos: { call: 'adminPhotos', count: ofMember('photos', sql`status = 'inspecting' and not awaits_lists`) },
  voice_intros: { call: 'adminVoiceIntros', count: ofMember('voice_intros', sql`status = 'inspecting'`) },
  chat_images: {
    call: 'adminChatImages',
    count: ofMember(
      'chat_images',
      sql`status = 'inspecting' and not awaits_lists and exists (select from messages_with(coalesce(chat_images.album_of, chat_images.id)))`,
    ),
  },
  verifications: {
    call: 'adminVerifications',
    count: ofMember(
      'verifications',
      sql`sent_at is not null and decided_at is null and not awaits_lists
        and exists (select from members m where m.id = verifications.member_id and m.status in ('active', 'not_confirmed'))`,
    ),
  },
  age_checks: {
    call: 'adminAgeChecks',
    count: ofMember(
      'age_checks',
      sql`state = 'open' and sent_at is not null
        and exists (select from members m where m.id = age_checks.member_id and m.status in ('active', 'not_confirmed'))`,
    ),
  },
  complaints: { call: 'adminComplaints', count: complaints(sql`true`) },
  complaints_urgent: { call: 'adminComplaints', count: complaints(sql`c.priority = 1`) },
  appeals: {
    call: 'adminAppeals',
    count: ({ sites }) =>
      sql`(select count(*) from appeals ap where ap.state = 'open' and ${appealInSites(sites)})`,
  },
  texts: {
    call: 'adminTexts',
    count: ofMember('flagged_texts', sql`decided_at is null`, (languages) =>
      textInLanguages(languages, 'flagged_texts'),
    ),
  },
  held_accounts: {
    call: 'adminHeldAccounts',
    count: ({ sites }) =>
      sql`(select count(distinct h.member_id) from account_holds h where h.decided_at is null and ${heldInSites(sites)})`,
  },
  refunds: {
    call: 'adminMoneyWork',
    count: ({ sites }) => {
      const at = (host: RawBuilder<unknown>) => hostInSites(sites, host);
      return sql`(
      (select count(*) from refunds r join payments p on p.id = r.payment_id where r.status in ('approval', 'by_hand') and ${at(sql`p.host`)})
      + (select count(*) from disputes d join payments p on p.id = d.payment_id where d.state = 'open' and ${at(sql`p.host`)})
      + (select count(*) from withdrawals w where w.outcome = 'unmatched' and w.handled_at is null and ${at(sql`w.host`)}))`;
    },
  },
  support: {
    call: 'adminSupport',
    count: ({ memberId, sites, languages }) =>
      sql`(select count(*) from support_threads th where ${isOpenThread} and ${threadInSites(sites)} and ${threadInLanguages(languages, memberId)})`,
  },
  desk: {
    call: 'desk',
    count: ({ timeZone, ...scope }) => sql`(select waiting from (${waitingCounts(scope, timeZone)}) at_desk)`,
  },
  credit_changes: {
    call: 'decideCredits',
    count: ofMember('credit_changes', sql`state = 'approval'`, () => sql<boolean>`true`),
  },
};

export async function officeTasks(
  app: Pick<App, 'db' | 'parts'>,
  { roles, ...operator }: Operator & Pick<MemberSession, 'roles'>,
  host?: string,
): Promise<OfficeTasks> {
  const mine = Object.entries(queues).filter(([, queue]) => mayCall(roles, calls[queue.call]));
  if (mine.length === 0) return {};
  const { time_zone: timeZone } = await settingsOf(app, host);
  const columns = mine.map(
    ([name, { count }]) => sql`${count({ ...operator, timeZone })}::int as ${sql.id(name)}`,
  );
  return one(sql<OfficeTasks>`select ${sql.join(columns)}`.execute(app.db));
}
