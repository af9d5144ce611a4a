import { sql, type RawBuilder } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { App } from '../platform/app.ts';
import { imageJoin, messageColumns } from './messages.ts';
import { presentMessage, type MessageRow } from './present-message.ts';

/** Messages that a process keeps as text: some 15 MB at most. */
const MOST_KEPT = 20_000;
/** People's words stay no longer than a visit, and the addresses of pictures, which work for three hours at least, are renewed. */
const KEPT_MS = 10 * 60_000;

interface Kept {
  id: number;
  sender: number;
  /** As the sender sees it: JSON without the closing brace, since whether it was read is added each time. */
  own: string;
  /** As the other sees it. */
  others: string;
}

declare module '../platform/app.ts' {
  interface Parts {
    /** The messages that the process keeps as text, by `messageKeys`. */
    messageTexts: LRUCache<string, Kept>;
  }
}

export const createMessageTexts = (): LRUCache<string, Kept> => new LRUCache({ max: MOST_KEPT, ttl: KEPT_MS });

/** Over `messages m` with `imageJoin`. */
const messageKey = sql`m.id || ':' || m.xmin || coalesce(':' || i.xmin, '')`;

/** Which messages of a conversation: those below `before` and above `above` of the last `visibleDays`, the newest `limit` of them. */
interface Range {
  conversation: RawBuilder<unknown> | number;
  before: RawBuilder<unknown> | number;
  above: RawBuilder<unknown> | number;
  visibleDays: RawBuilder<unknown> | number;
  limit: number;
}

/**
 * The skeleton of a page as one text, newest first: `id:version` of each message, with the version of its picture behind. A row's
 * `xmin` is another after every change (a message that was taken back, a picture that was screened), so what is kept under a
 * key is the message, and who may read it is asked in SQL each time (docs/decisions/cards.md). One range of the primary key.
 */
export const messageKeys = ({ conversation, before, above, visibleDays, limit }: Range): RawBuilder<string | null> => sql`(
  select string_agg(newest.key, ',') from (
    select ${messageKey} as key from messages m ${imageJoin}
      where m.conversation_id = ${conversation} and m.id < ${before} and m.id > ${above}
        and m.created_at > app_now() - ${visibleDays} * interval '1 day'
      order by m.id desc limit ${sql.lit(limit)}
  ) newest)`;

/** The keys of a page, as `messageKeys` found them. */
export const keysIn = (page: string | null): string[] => (page === null ? [] : page.split(','));

/** The message behind a key. */
export const messageOf = (key: string): number => parseInt(key, 10);

/** The JSON of the messages behind `keys`, in their order, as `viewer` sees them; `readTo` as of `presentMessage`. What went meanwhile is left out. */
export async function messageTextsOf(
  app: Pick<App, 'db' | 'parts'>,
  { keys, conversation, viewer, readTo }: { keys: readonly string[]; conversation: number; viewer: number; readTo: number | null },
): Promise<string[]> {
  const store = app.parts.messageTexts;
  const found = keys.map((key) => store.get(key));
  const missing = keys.filter((_, i) => found[i] === undefined);
  const read = missing.length > 0 ? await readMessages(app, conversation, missing) : undefined;
  return keys.flatMap((key, i) => {
    const kept = found[i] ?? read!.get(messageOf(key));
    if (!kept) return [];
    if (kept.sender !== viewer) return kept.others;
    return readTo === null ? `${kept.own}}` : `${kept.own},"read":${kept.id <= readTo}}`;
  });
}

/** Reads messages and keeps each under the version that was read, which may be newer than the one asked for. */
async function readMessages({ db, parts }: Pick<App, 'db' | 'parts'>, conversation: number, keys: readonly string[]): Promise<Map<number, Kept>> {
  const { rows } = await sql<MessageRow & { key: string }>`
    select ${messageColumns}, ${messageKey} as key from messages m ${imageJoin}
      where m.conversation_id = ${conversation} and m.id = any(${keys.map(messageOf)}::bigint[])`.execute(db);
  return new Map(
    rows.map((row) => {
      const seenBy = (viewer: number) => JSON.stringify(presentMessage(row, viewer, null, parts.chatImages));
      const kept = { id: row.id, sender: row.sender_id, own: seenBy(row.sender_id).slice(0, -1), others: seenBy(0) };
      parts.messageTexts.set(row.key, kept);
      return [row.id, kept];
    }),
  );
}
