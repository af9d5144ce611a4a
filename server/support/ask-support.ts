import { sql } from 'kysely';
import type { CallBody } from '#contract/calls.ts';
import type { Locale } from '#contract/lists/locales.ts';
import { checkEmail } from '#contract/rules/account-rules.ts';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import { refuseFields } from '../platform/http/refusal.ts';
import { threadToken } from './thread-link.ts';

interface Asker {
  member: number | null;
  locale: Locale;
  host: string;
}

/**
 * POST /api/support.php: opens a thread. A visitor's address gets a mail with a link to it and nothing else, since
 * anybody may have typed that address (docs/product.md 16.14). Throws `invalid_fields` for an incomplete form.
 */
export async function askSupport(
  app: Pick<App, 'config' | 'db' | 'mailer'>,
  { member, locale, host }: Asker,
  question: CallBody<'askSupport'>,
): Promise<number> {
  const { subject, body, email } = checkQuestion(member, question);
  return inTransaction(app.db, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      insert into support_threads (member_id, email, host, language, subject, client_id)
      values (${member}, ${email}, ${host}, ${locale}, ${subject}, ${question.client_id})
      on conflict (client_id, member_id) do nothing returning id`.execute(tx);
    const [stored] = rows;
    if (!stored) return threadOfRepeat(tx, member, question.client_id);
    await sql`
      insert into support_messages (thread_id, member_id, by_support, body, client_id)
      values (${stored.id}, ${member}, false, ${body}, ${question.client_id})`.execute(tx);
    if (email !== null)
      await app.mailer.sendToTyped(
        tx,
        'support-thread',
        { email, locale, host },
        { thread: stored.id, answered: false, token: threadToken(app.config, stored.id) },
      );
    return stored.id;
  });
}

async function threadOfRepeat(tx: App['db'], member: number | null, clientId: string): Promise<number> {
  const { id } = await tx
    .selectFrom('support_threads')
    .where('client_id', '=', clientId)
    .where('member_id', 'is not distinct from', member)
    .select('id')
    .executeTakeFirstOrThrow();
  return id;
}

function checkQuestion(member: number | null, question: CallBody<'askSupport'>) {
  const subject = question.subject.trim();
  const body = question.text.trim();
  const email = member === null ? (question.email?.trim() ?? '') : null;
  const faults = {
    ...(subject === '' && { subject: 'required' as const }),
    ...(body === '' && { text: 'required' as const }),
    ...(email === '' && { email: 'required' as const }),
    ...(email && checkEmail(email) !== null && { email: 'email_invalid' as const }),
  };
  if (Object.keys(faults).length > 0) throw refuseFields(faults);
  return { subject, body, email };
}
