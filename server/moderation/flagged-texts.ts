import { sql } from 'kysely';
import type { Ground } from '#contract/rules/measure-rules.ts';
import type { FlaggedText } from '#contract/office.ts';
import { rulesMet } from '#contract/rules/text-rules.ts';
import { deleteMessage } from '../chat/index.ts';
import { memberChanged } from '../identity/index.ts';
import type { App } from '../platform/app.ts';
import { inTransaction, type Db } from '../platform/database/index.ts';
import { readCursor, writeCursor } from '../platform/http/cursor.ts';
import { Refusal, refuse, refuseFields } from '../platform/http/refusal.ts';
import { clearText } from '../profiles/index.ts';
import { applyMeasure, type Operator } from './take-measure.ts';

const PAGE = 30;
const LIST = 'flagged texts';

/** How far back the job looks: it runs every minute, and what it has seen it does not take twice. */
const WITHIN = '10 minutes';

/**
 * Job: looks over what profiles and first messages say since it last did, and queues what a rule stops at. Runs beside the
 * site, so that writing costs nothing; nothing is hidden before a person has decided.
 */
export async function flagTexts(app: Pick<App, 'db'>): Promise<void> {
  const { rows: profiles } = await sql<{ id: number; name: string; about: string | null }>`
    select p.id, p.name, p.about from profiles p where p.texts_changed_at > app_now() - ${WITHIN}::interval and p.kind = 'member'`.execute(app.db);
  for (const { id, name, about } of profiles) {
    await flag(app.db, id, 'name', name, null);
    if (about) await flag(app.db, id, 'about', about, null);
  }
  const { rows: messages } = await sql<{ id: number; sender: number; body: string }>`
    select m.id, m.sender_id as sender, m.body from (select id, created_at from conversations order by id desc limit 5000) c
      join lateral (select * from messages where conversation_id = c.id order by id limit 1) m on true
      join profiles p on p.id = m.sender_id and p.kind = 'member'
      where c.created_at > app_now() - ${WITHIN}::interval and m.kind = 'text'`.execute(app.db);
  for (const { id, sender, body } of messages) await flag(app.db, sender, 'first_message', body, id);
}

async function flag(db: Db, member: number, kind: FlaggedText['kind'], body: string, message: number | null): Promise<void> {
  const rules = rulesMet(body);
  if (rules.length === 0) return;
  // What a person has looked at is not asked again.
  await sql`
    insert into flagged_texts (member_id, kind, message_id, body, rules)
    select ${member}, ${kind}, ${message}, ${body}, ${rules}::text[]
      where not exists (select from flagged_texts where member_id = ${member} and kind = ${kind} and body = ${body})
    on conflict do nothing`.execute(db);
}

/** GET /api/admin/texts.php: what waits for a look, hints of minors first. */
export async function waitingTexts(db: Db, cursor?: string): Promise<{ texts: FlaggedText[]; waiting: number; next: string | null }> {
  const [calm = 0, after = 0] = readCursor(LIST, cursor, 2) ?? [];
  const place = sql`(case when 'minor' = any(f.rules) then 0 else 1 end)`;
  const [{ rows }, total] = await Promise.all([
    sql<{
      id: number;
      kind: FlaggedText['kind'];
      body: string;
      rules: FlaggedText['rules'];
      member_id: number;
      name: string | null;
      created_at: Date;
      place: number;
    }>`
      select f.id, f.kind, f.body, f.rules, f.member_id, p.name, f.created_at, ${place} as place from flagged_texts f left join profiles p on p.id = f.member_id
      where f.decided_at is null and (${place}, f.id) > (${calm}, ${after}) order by place, f.id limit ${PAGE + 1}`.execute(db),
    sql<{ waiting: number }>`select count(*)::int as waiting from flagged_texts where decided_at is null`.execute(db),
  ]);
  const page = rows.slice(0, PAGE);
  const last = page.at(-1);
  return {
    texts: page.map(({ id, kind, body, rules, member_id, name, created_at }) => ({
      id,
      kind,
      text: body,
      rules,
      member: { id: member_id, name },
      created_at: created_at.toISOString(),
    })),
    waiting: total.rows[0]!.waiting,
    next: rows.length > PAGE && last ? writeCursor(LIST, [last.place, last.id]) : null,
  };
}

/**
 * POST /api/admin/texts.php: leaves a text, or removes it: a name is replaced, an about text emptied, a message deleted, and the
 * member reads why. Refuses `not_found`, `conflict` when it was decided otherwise, `invalid_fields`.
 */
export async function decideText(
  app: App,
  operator: Operator,
  { id, remove, ground, facts }: { id: number; remove: boolean; ground?: Ground | undefined; facts?: string | undefined },
): Promise<void> {
  if (remove && !(ground && facts?.trim())) throw refuseFields({ facts: 'required' });
  const found = await inTransaction(app.db, async (tx) => {
    const { rows } = await sql<{ member_id: number; kind: FlaggedText['kind']; message_id: number | null; removed: boolean | null }>`
      select member_id, kind, message_id, removed from flagged_texts where id = ${id} for update`.execute(tx);
    const text = rows[0];
    if (!text) throw refuse('not_found');
    if (text.removed !== null) {
      if (text.removed === remove) return null;
      throw refuse('conflict');
    }
    await sql`update flagged_texts set removed = ${remove}, decided_at = app_now(), decided_by = ${operator.id} where id = ${id}`.execute(tx);
    await operator.audit(tx, { act: remove ? 'text.remove' : 'text.leave', member: text.member_id, object: id });
    if (remove && text.kind !== 'first_message') await clearText(tx, text.member_id, text.kind);
    if (remove) await applyMeasure(app, tx, operator, { member: text.member_id, kind: 'content_removed', ground: ground!, facts: facts! });
    return text;
  });
  if (!found || !remove) return;
  if (found.message_id !== null)
    await deleteMessage(app, found.member_id, found.message_id).catch((error: unknown) => {
      // Its sender deleted it meanwhile.
      if (!(error instanceof Refusal && error.code === 'not_found')) throw error;
    });
  memberChanged(app, found.member_id);
}
