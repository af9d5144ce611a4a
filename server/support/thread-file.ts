import { sql } from 'kysely';
import { DEFAULT_SITE } from '#contract/site-settings/sites.ts';
import type { SupportFile } from '#contract/support/inbox.ts';
import type { App } from '../platform/app.ts';
import { oneOrNone, type Db } from '../platform/database/index.ts';
import { refuse } from '../platform/http/refusal.ts';
import { settingsOf } from '../site-settings/index.ts';
import { inboxColumns, inboxJoins, presentInboxRow, type InboxRow } from './inbox.ts';

/** An open screen refetches the thread more often than this. */
const HERE_SECONDS = 45;

type Row = InboxRow & {
  member: number | null;
  email: string | null;
  host: string | null;
  snoozed_until: Date | null;
  version: number;
};

type Message = SupportFile['messages'][number];

/**
 * GET /api/admin/support-thread: a thread with its notes and the colleagues who have it open. Records that this
 * operator has it open too.
 */
export async function threadFile(
  app: Pick<App, 'db' | 'parts'>,
  operator: number,
  id: number,
): Promise<SupportFile> {
  const { db } = app;
  const row = await oneOrNone(
    sql<Row>`
      select ${inboxColumns}, th.member_id as member, th.email, th.host, th.version,
        case when th.snoozed_until > app_now() then th.snoozed_until end as snoozed_until
      from support_threads th ${inboxJoins} where th.id = ${id}`.execute(db),
  );
  if (!row) throw refuse('not_found');
  await sql`
    insert into support_viewers (thread_id, operator_id) values (${id}, ${operator})
    on conflict (thread_id, operator_id) do update set seen_at = app_now()`.execute(db);
  const [viewers, messages, { name: site }] = await Promise.all([
    viewersOf(db, operator, id),
    messagesOf(db, id),
    settingsOf(app, row.host ?? DEFAULT_SITE),
  ]);
  const { member, email, host, version } = row;
  return {
    ...presentInboxRow(row),
    member,
    email,
    host,
    site,
    version,
    snoozed_until: row.snoozed_until?.toISOString() ?? null,
    viewers,
    messages,
  };
}

async function viewersOf(db: Db, operator: number, thread: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select p.name from support_viewers v join profiles p on p.id = v.operator_id
    where v.thread_id = ${thread} and v.operator_id <> ${operator}
      and v.seen_at > app_now() - ${HERE_SECONDS} * interval '1 second'
    order by p.name, p.id`.execute(db);
  return rows.map(({ name }) => name);
}

async function messagesOf(db: Db, thread: number): Promise<Message[]> {
  const { rows } = await sql<Omit<Message, 'created_at'> & { created_at: Date }>`
    select m.id, case when m.by_support then 'answer' else 'question' end as kind, p.name as by, m.body as text, m.created_at
    from support_messages m left join profiles p on p.id = m.operator_id where m.thread_id = ${thread}
    union all
    select n.id, 'note', p.name, n.body, n.created_at
    from support_notes n left join profiles p on p.id = n.operator_id where n.thread_id = ${thread}
    order by created_at, kind, id`.execute(db);
  return rows.map(({ created_at, ...message }) => ({ ...message, created_at: created_at.toISOString() }));
}
