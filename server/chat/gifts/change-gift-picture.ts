import { sql } from 'kysely';
import { isOwnGift } from '#contract/chat/gifts.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import type { AuditNote } from '../../platform/http/context.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { storeSitePicture } from '../../site-settings/index.ts';
import { GIFTS_CHANGED } from './gifts.ts';

/**
 * POST /api/admin/gift-picture: stores the picture of a gift that operators created. Throws `not_found` for
 * any other gift, and `invalid_fields` if the file is not a picture.
 */
export async function changeGiftPicture(
  app: Pick<App, 'db' | 'events'>,
  audit: AuditNote,
  id: string,
  content: Buffer,
): Promise<string> {
  if (!isOwnGift(id)) throw refuse('not_found');
  return inTransaction(app.db, async (tx) => {
    const { rows } = await sql`select from gifts where id = ${id} for update`.execute(tx);
    if (rows.length === 0) throw refuse('not_found');
    const stored = await storeSitePicture(tx, content, { width: 320, height: 320 });
    await sql`update gifts set picture = ${stored} where id = ${id}`.execute(tx);
    await audit(tx, { object: id, details: { picture: stored } });
    tx.afterCommit(() => app.events.publish(GIFTS_CHANGED, null));
    return stored;
  });
}
