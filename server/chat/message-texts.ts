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

/** The messages of one answer: their JSON, oldest first, and whether there are more before them. */
export interface MessagePage {
  text: string;
  hasMore: boolean;
}
/** Pages that a process keeps, 10 kB each: who goes to and fro between two conversations gets them as they stand. */
const MOST_PAGES = 500;

declare module '../platform/app.ts' {
  interface Parts {
    /** The messages that the process keeps as text, by `messageKeys`. */
    messageTexts: LRUCache<string, Kept>;
    /** Pages of them, by viewer, `readTo` and all their keys. */
    messagePages: LRUCache<string, MessagePage>;
  }
}

export const createMessageTexts = () => ({
  messageTexts: new LRUCache<string, Kept>({ max: MOST_KEPT, ttl: KEPT_MS }),
  messagePages: new LRUCache<string, MessagePage>({ max: MOST_PAGES, ttl: KEPT_MS }),
});

/** Over `messages m`. Few messages have a picture: a join would ask for it with every row. */
const messageKey = sql`case when m.image_id is null then concat_ws(':', m.id, m.xmin)
  else concat_ws(':', m.id, m.xmin, (select picture.xmin from chat_images picture where picture.id = m.image_id)) end`;

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
  select string_agg(${messageKey}, ',') from (
    select id, xmin, image_id from messages
      where conversation_id = ${conversation} and id < ${before} and id > ${above}
        and created_at > (select app_now() - ${visibleDays} * interval '1 day')
      order by id desc limit ${sql.lit(limit)}
  ) m)`;

/** The keys of a page, as `messageKeys` found them. */
export const keysIn = (page: string | null): string[] => (page === null ? [] : page.split(','));

/** The message behind a key. */
export const messageOf = (key: string): number => parseInt(key, 10);

interface Reader {
  conversation: number;
  viewer: number;
  readTo: number | null;
}

/** The first `size` messages of a skeleton as `reader` sees them; the skeleton was asked for one more. */
export async function messagePageOf(app: Pick<App, 'db' | 'parts'>, skeleton: string, size: number, reader: Reader): Promise<MessagePage> {
  const key = `${reader.viewer} ${reader.readTo} ${skeleton}`;
  const known = app.parts.messagePages.get(key);
  if (known) return known;
  const keys = keysIn(skeleton);
  const texts = await messageTextsOf(app, keys.slice(0, size).toReversed(), reader);
  const page = { text: texts.join(), hasMore: keys.length > size };
  app.parts.messagePages.set(key, page);
  return page;
}

/** The JSON of the messages behind `keys`, in their order, as `viewer` sees them; `readTo` as of `presentMessage`. What went meanwhile is left out. */
export async function messageTextsOf(app: Pick<App, 'db' | 'parts'>, keys: readonly string[], { conversation, viewer, readTo }: Reader): Promise<string[]> {
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
