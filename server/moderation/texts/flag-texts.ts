import { sql } from 'kysely';
import type { FlaggedText } from '#contract/moderation/content.ts';
import { EDIT_MINUTES } from '#contract/rules/chat-rules.ts';
import type { PromptAnswer } from '#contract/rules/prompts.ts';
import { rulesMet } from '#contract/rules/text-rules.ts';
import type { App } from '../../platform/app.ts';
import { type Db, inTransaction } from '../../platform/database/index.ts';

/** How far back the job looks. It runs every minute and queues no text twice. */
const WITHIN_MINUTES = 10;
const within = sql`${WITHIN_MINUTES} * interval '1 minute'`;
/** A first message edited at the last moment belongs to a conversation of this age. */
const withinEdits = sql`${WITHIN_MINUTES + EDIT_MINUTES} * interval '1 minute'`;

/**
 * Job that checks profile texts and first messages written or edited in the last ten minutes, and queues those
 * that match a rule. Writing a text stays fast because the check runs in the background, and nothing is hidden before an
 * operator decides.
 */
export async function flagTexts(app: Pick<App, 'db'>): Promise<void> {
  const { rows: profiles } = await sql<{
    id: number;
    name: string;
    about: string | null;
    prompts: PromptAnswer[];
  }>`
    select p.id, p.name, p.about, p.prompts from profiles p where p.texts_changed_at > app_now() - ${within} and p.kind = 'member'`.execute(
    app.db,
  );
  for (const { id, name, about, prompts } of profiles) {
    await flag(app.db, id, 'name', name);
    if (about) await flag(app.db, id, 'about', about);
    for (const { prompt, answer } of prompts) await flag(app.db, id, 'prompt', answer, { prompt });
  }
  const { rows: messages } = await sql<{ id: number; sender: number; body: string }>`
    select m.id, m.sender_id as sender, m.body from (select id, created_at from conversations order by id desc limit 10000) c
      join lateral (select * from messages_after(c.id, 0) order by id limit 1) m on true
      join profiles p on p.id = m.sender_id and p.kind = 'member'
      where c.created_at > app_now() - ${withinEdits} and m.body is not null
        and (c.created_at > app_now() - ${within} or m.edited_at > app_now() - ${within})`.execute(app.db);
  for (const { id, sender, body } of messages)
    await flag(app.db, sender, 'first_message', body, { message: id });
}

async function flag(
  db: Db,
  member: number,
  kind: FlaggedText['kind'],
  body: string,
  { message = null, prompt = null }: { message?: number | null; prompt?: string | null } = {},
): Promise<void> {
  const rules = rulesMet(body);
  if (rules.length === 0) return;
  await inTransaction(db, async (tx) => {
    // A new row, with a new id, so that nobody decides on a text that changed while they read it.
    await sql`
      delete from flagged_texts
        where member_id = ${member} and kind = ${kind} and message_id is not distinct from ${message}
          and prompt is not distinct from ${prompt} and decided_at is null and body <> ${body}`.execute(tx);
    // A text that an operator has reviewed is not queued again.
    await sql`
      insert into flagged_texts (member_id, kind, message_id, prompt, body, rules)
      select ${member}, ${kind}, ${message}, ${prompt}, ${body}, ${rules}::text[]
        where not exists (select from flagged_texts where member_id = ${member} and kind = ${kind} and body = ${body})
      on conflict do nothing`.execute(tx);
  });
}
