import { sql } from 'kysely';
import type { CallBody, CallReply } from '#contract/calls.ts';
import { isGift } from '#contract/rules/chat-rules.ts';
import { type DeskGift, isOwnGift } from '#contract/calls/chat-desk-calls.ts';
import { isLocale, type Locale } from '#contract/lists/locales.ts';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import type { AuditNote } from '../platform/http/context.ts';
import { refuse, refuseFields } from '../platform/http/refusal.ts';
import { remember } from '../platform/remembered.ts';
import { storeSitePicture } from '../site-settings/index.ts';

const GIFTS_CHANGED = 'gifts_changed';
const MAX_AGE_MS = 30_000;

type WithGifts = Pick<App, 'parts'>;

declare module '../platform/app.ts' {
  interface Parts {
    /** Every gift in its order, the retired ones too: read at most every half minute in a process, and at once after a change. */
    gifts(): Promise<DeskGift[]>;
  }
}

export function rememberGifts({ db, events }: Pick<App, 'db' | 'events'>): () => Promise<DeskGift[]> {
  const gifts = remember(() => readGifts(db), MAX_AGE_MS);
  events.onPublish(GIFTS_CHANGED, gifts.forget);
  return gifts.get;
}

async function readGifts(db: App['db']): Promise<DeskGift[]> {
  const { rows } = await sql<DeskGift>`select id, credits, names, picture, position, active from gifts order by position, id`.execute(db);
  return rows;
}

/** GET /api/gifts.php: what can be given and what each costs; with `all` also what once could, for messages that it was sent in. */
export async function offeredGifts(
  app: WithGifts,
  giftCredits: number,
  { all = false, language }: { all?: boolean; language: Locale },
): Promise<CallReply<'gifts'>> {
  const gifts = await app.parts.gifts();
  return {
    gifts: gifts
      .filter(({ active, picture }) => active || (all && picture))
      .map(({ id, credits, names, picture, active }) => ({
        id,
        credits: credits ?? giftCredits,
        ...(picture ? { picture, name: names[language] ?? names['en'] ?? Object.values(names)[0] ?? '' } : {}),
        ...(active ? {} : { retired: true }),
      })),
  };
}

/** What a gift costs now; null for one that cannot be given. */
export async function giftPrice(app: WithGifts, id: string, giftCredits: number): Promise<number | null> {
  const gift = (await app.parts.gifts()).find((each) => each.id === id && each.active);
  return gift ? (gift.credits ?? giftCredits) : null;
}

/**
 * POST /api/admin/gifts.php: changes a gift, or makes one. The same again changes nothing.
 *
 * Refuses `not_found` for an id that is neither known nor `own-…`; `invalid_fields`: one that operators made needs a name in some
 * language, and a picture before it is offered.
 */
export async function saveGift(app: Pick<App, 'db' | 'events'>, audit: AuditNote, body: CallBody<'saveGift'>): Promise<void> {
  const names = Object.fromEntries(Object.entries(body.names).map(([language, name]) => [language, name.replace(/\p{Cc}/gu, ' ').trim()]));
  if (!Object.keys(names).every(isLocale) || Object.values(names).includes('')) throw refuseFields({ names: 'invalid' });
  await inTransaction(app.db, async (tx) => {
    const { rows } = await sql<DeskGift>`select * from gifts where id = ${body.id} for update`.execute(tx);
    const before = rows[0];
    if (!before && !isOwnGift(body.id)) throw refuse('not_found');
    if (!isGift(body.id)) {
      if (Object.keys(names).length === 0) throw refuseFields({ names: 'required' });
      if (body.active && !before?.picture) throw refuseFields({ picture: 'required' });
    }
    await sql`
      insert into gifts (id, credits, names, position, active)
      values (${body.id}, ${body.credits}, ${JSON.stringify(names)}::jsonb, ${body.position}, ${body.active})
      on conflict (id) do update set credits = excluded.credits, names = excluded.names, position = excluded.position, active = excluded.active`.execute(tx);
    await audit(tx, { object: body.id, details: { before: before ?? null, after: body } });
  });
  app.events.publish(GIFTS_CHANGED, null);
}

/** POST /api/admin/gift-picture.php: the picture of a gift that operators made. Refuses `not_found` for any other, `invalid_fields` for anything but a picture. */
export async function changeGiftPicture(app: Pick<App, 'db' | 'events'>, audit: AuditNote, id: string, content: Buffer): Promise<string> {
  if (!isOwnGift(id)) throw refuse('not_found');
  const picture = await inTransaction(app.db, async (tx) => {
    const { rows } = await sql`select from gifts where id = ${id} for update`.execute(tx);
    if (rows.length === 0) throw refuse('not_found');
    const stored = await storeSitePicture(tx, content, { width: 320, height: 320 });
    await sql`update gifts set picture = ${stored} where id = ${id}`.execute(tx);
    await audit(tx, { object: id, details: { picture: stored } });
    return stored;
  });
  app.events.publish(GIFTS_CHANGED, null);
  return picture;
}
