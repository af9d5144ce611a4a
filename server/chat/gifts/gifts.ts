import { sql } from 'kysely';
import type { CallReply } from '#contract/calls.ts';
import type { OfficeGift } from '#contract/chat/gifts.ts';
import type { Locale } from '#contract/lists/locales.ts';
import type { App } from '../../platform/app.ts';
import { remember } from '../../platform/remembered.ts';

export const GIFTS_CHANGED = 'gifts_changed';
const MAX_AGE_MS = 30_000;

type WithGifts = Pick<App, 'parts'>;

declare module '../../platform/app.ts' {
  interface Parts {
    /** Every gift in order, including retired ones. Cached for half a minute, or until a gift changes. */
    gifts(): Promise<OfficeGift[]>;
  }
}

export function rememberGifts({ db, events }: Pick<App, 'db' | 'events'>): () => Promise<OfficeGift[]> {
  const gifts = remember(() => readGifts(db), MAX_AGE_MS);
  events.onPublish(GIFTS_CHANGED, gifts.forget);
  return gifts.get;
}

async function readGifts(db: App['db']): Promise<OfficeGift[]> {
  const { rows } =
    await sql<OfficeGift>`select id, credits, names, picture, position, active from gifts order by position, id`.execute(
      db,
    );
  return rows;
}

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
        ...(picture
          ? { picture, name: names[language] ?? names['en'] ?? Object.values(names)[0] ?? '' }
          : {}),
        ...(active ? {} : { retired: true }),
      })),
  };
}

export async function giftPrice(app: WithGifts, id: string, giftCredits: number): Promise<number | null> {
  const gift = (await app.parts.gifts()).find((each) => each.id === id && each.active);
  return gift ? (gift.credits ?? giftCredits) : null;
}
