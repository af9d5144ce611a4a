import { sql } from 'kysely';
import type { CallBody } from '#contract/calls.ts';
import { placeholdersIn } from '#contract/placeholders.ts';
import { recordActivity } from '../activity/index.ts';
import type { App } from '../platform/app.ts';
import { inTransaction, type Tx } from '../platform/database/index.ts';
import { refuse, refuseFields } from '../platform/http/refusal.ts';
import { lockThread, type LockedThread } from './lock-thread.ts';
import { threadToken } from './thread-link.ts';

/**
 * POST /api/admin/support-thread: answers the member or visitor, who gets a mail with a link to the answer. The
 * thread then waits for them, or is closed. Throws `invalid_fields` for an empty text or a placeholder that nobody
 * filled in, and `conflict` if it has changed since `version`; a repeat of a
 * `client_id` changes nothing.
 */
export async function answerThread(
  app: Pick<App, 'config' | 'db' | 'events' | 'mailer'>,
  operator: number,
  { id, version, client_id, text, close }: CallBody<'answerSupport'>,
): Promise<void> {
  const body = text.trim();
  if (body === '') throw refuseFields({ text: 'required' });
  if (placeholdersIn(body).length > 0) throw refuseFields({ text: 'placeholder_left' });
  await inTransaction(app.db, async (tx) => {
    const thread = await lockThread(tx, id);
    const { rows } = await sql`
      select from support_messages where thread_id = ${id} and client_id = ${client_id}`.execute(tx);
    if (rows.length > 0) return;
    if (thread.version !== version) throw refuse('conflict');
    await sql`
      insert into support_messages (thread_id, member_id, operator_id, by_support, body, client_id)
      values (${id}, ${thread.member_id}, ${operator}, true, ${body}, ${client_id})`.execute(tx);
    await sql`
      update support_threads set status = ${close ? 'closed' : 'waiting'}, snoozed_until = null, version = version + 1,
        unread = true, updated_at = app_now(), assigned_to = coalesce(assigned_to, ${operator})
      where id = ${id}`.execute(tx);
    await tellAsker(app, tx, thread);
  });
}

/** The mail contains only a link: others may read the recipient's inbox, and a visitor's address is unproven. */
async function tellAsker(
  app: Pick<App, 'config' | 'events' | 'mailer'>,
  tx: Tx,
  { id, member_id: member, email, host, language }: LockedThread,
): Promise<void> {
  if (member === null) {
    if (email !== null)
      await app.mailer.sendToTyped(
        tx,
        'support-thread',
        { email, locale: language, host },
        { thread: id, answered: true, token: threadToken(app.config, id) },
      );
    return;
  }
  await recordActivity(app, tx, { member, kind: 'support_answer', key: id, details: { thread: id } });
  const found = await tx
    .selectFrom('members')
    .innerJoin('profiles', 'profiles.id', 'members.id')
    .where('members.id', '=', member)
    .select(['members.email', 'members.host', 'profiles.name'])
    .executeTakeFirst();
  if (!found?.email) return;
  const to = { email: found.email, name: found.name, locale: language, memberId: member, host: found.host };
  await app.mailer.send(tx, 'support-thread', to, { thread: id, answered: true, token: null });
}
