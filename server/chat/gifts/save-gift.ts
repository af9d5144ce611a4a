import { sql } from 'kysely';
import type { CallBody } from '#contract/calls.ts';
import { type OfficeGift, isOwnGift } from '#contract/chat/gifts.ts';
import { isLocale } from '#contract/lists/locales.ts';
import { isGift } from '#contract/rules/chat-rules.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import type { AuditNote } from '../../platform/http/context.ts';
import { refuse, refuseFields } from '../../platform/http/refusal.ts';
import { GIFTS_CHANGED } from './gifts.ts';

/**
 * POST /api/admin/gifts: creates or changes a gift. A repeated request changes nothing. Throws `not_found`
 * for an unknown id without the prefix `own-`, and `invalid_fields` for an operators' gift without a name, or
 * one on offer without a picture.
 */
export async function saveGift(
  app: Pick<App, 'db' | 'events'>,
  audit: AuditNote,
  body: CallBody<'saveGift'>,
): Promise<void> {
  const names = Object.fromEntries(
    Object.entries(body.names).map(([language, name]) => [language, name.replace(/\p{Cc}/gu, ' ').trim()]),
  );
  if (!Object.keys(names).every(isLocale) || Object.values(names).includes(''))
    throw refuseFields({ names: 'invalid' });
  await inTransaction(app.db, async (tx) => {
    const { rows } = await sql<OfficeGift>`select * from gifts where id = ${body.id} for update`.execute(tx);
    const before = rows[0];
    if (!before && !isOwnGift(body.id)) throw refuse('not_found');
    if (!isGift(body.id)) {
      if (Object.keys(names).length === 0) throw refuseFields({ names: 'required' });
      if (body.active && !before?.picture) throw refuseFields({ picture: 'required' });
    }
    await sql`
      insert into gifts (id, credits, names, position, active)
      values (${body.id}, ${body.credits}, ${JSON.stringify(names)}::jsonb, ${body.position}, ${body.active})
      on conflict (id) do update set credits = excluded.credits, names = excluded.names, position = excluded.position, active = excluded.active`.execute(
      tx,
    );
    await audit(tx, { object: body.id, details: { before: before ?? null, after: body } });
    tx.afterCommit(() => app.events.publish(GIFTS_CHANGED, null));
  });
}
