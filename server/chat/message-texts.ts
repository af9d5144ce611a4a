import { sql, type RawBuilder } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { App } from '../platform/app.ts';
import { growingCache } from '../platform/memory/growing-cache.ts';
import { imageJoin, messageColumns } from './messages.ts';
import { presentMessage, type MessageRow } from './present-message.ts';

const MOST_KEPT = 20_000;
/**
 * Members' texts stay in memory no longer than a visit. Image addresses in them are valid for at least three
 * hours.
 */
const KEPT_MS = 10 * 60_000;

interface Kept {
  id: number;
  sender: number;
  own: string;
  others: string;
}

export interface MessagePage {
  text: string;
  hasMore: boolean;
}
const MOST_PAGES = 500;

declare module '../platform/app.ts' {
  interface Parts {
    /** If false, every page is read from the database. */
    keepsMessageTexts: boolean;
    messageTexts: LRUCache<string, Kept>;
    messagePages: LRUCache<string, MessagePage>;
  }
}

export const createMessageTexts = ({ config }: Pick<App, 'config'>) => ({
  keepsMessageTexts: config.fastPaths['message-texts'],
  messageTexts: growingCache<string, Kept>(MOST_KEPT, { ttl: KEPT_MS }),
  messagePages: new LRUCache<string, MessagePage>({ max: MOST_PAGES, ttl: KEPT_MS }),
});

/**
 * Over messages `m` with their `version`. Few messages have an image or are replies, so a subquery is cheaper than a join for every row.
 */
const messageKey = sql`case when m.image_id is null and m.reply_to_id is null then concat_ws(':', m.id, m.version)
  else concat_ws(':', m.id, m.version, (select string_agg(picture.xmin::text, ':' order by picture.id) from chat_images picture where picture.id = m.image_id or picture.album_of = m.image_id),
    (select original.version from message_of(m.conversation_id, m.reply_to_id) original)) end`;

interface Range {
  conversation: RawBuilder<unknown> | number;
  before: RawBuilder<unknown> | number;
  above: RawBuilder<unknown> | number;
  visibleDays: RawBuilder<unknown> | number;
  limit: number;
}

/**
 * The keys of a page as one text, newest first: `id:version` of each message, followed by the version of its
 * images and of the message that it replies to. A row's `xmin` changes with every update (a deleted or edited message, a reaction, a screened image), so a cached text is
 * valid for its key, and SQL checks on each request who may read it (docs/decisions/0012-member-cards.md). It
 * reads one range of the primary key.
 */
export const messageKeys = ({
  conversation,
  before,
  above,
  visibleDays,
  limit,
}: Range): RawBuilder<string | null> => sql`(
  select string_agg(${messageKey}, ',')
    from message_page(${conversation}, ${before}, ${above}, ${visibleDays}::int, ${sql.lit(limit)}) m)`;

export const keysIn = (page: string | null): string[] => (page === null ? [] : page.split(','));

export const messageOf = (key: string): number => parseInt(key, 10);

interface Reader {
  conversation: number;
  viewer: number;
  readTo: number | null;
}

/** The first `size` messages of a page as `reader` sees them. The page was queried with one extra message. */
export async function messagePageOf(
  app: Pick<App, 'db' | 'parts'>,
  skeleton: string,
  size: number,
  reader: Reader,
): Promise<MessagePage> {
  const key = `${reader.viewer} ${reader.readTo} ${skeleton}`;
  const known = app.parts.messagePages.get(key);
  if (known) return known;
  const keys = keysIn(skeleton);
  const texts = await messageTextsOf(app, keys.slice(0, size).toReversed(), reader);
  const page = { text: texts.join(), hasMore: keys.length > size };
  if (app.parts.keepsMessageTexts) app.parts.messagePages.set(key, page);
  return page;
}

/**
 * The JSON of the messages with these keys, in their order, as `viewer` sees them. `readTo` as in
 * `presentMessage`. Messages deleted in the meantime are omitted.
 */
export async function messageTextsOf(
  app: Pick<App, 'db' | 'parts'>,
  keys: readonly string[],
  { conversation, viewer, readTo }: Reader,
): Promise<string[]> {
  const store = app.parts.messageTexts;
  const found = keys.map((key) => store.get(key));
  const missing = keys.filter((_, i) => found[i] === undefined);
  const read = missing.length > 0 ? await readMessages(app, conversation, missing) : undefined;
  return keys.flatMap((key, i) => {
    const kept = found[i] ?? read?.get(messageOf(key));
    if (!kept) return [];
    if (kept.sender !== viewer) return kept.others;
    return readTo === null ? `${kept.own}}` : `${kept.own},"read":${kept.id <= readTo}}`;
  });
}

/**
 * Reads messages and caches each under the version that was read, which may be newer than the requested one.
 */
async function readMessages(
  { db, parts }: Pick<App, 'db' | 'parts'>,
  conversation: number,
  keys: readonly string[],
): Promise<Map<number, Kept>> {
  const { rows } = await sql<MessageRow & { key: string }>`
    select ${messageColumns}, ${messageKey} as key
      from (select (message).*, version from messages_in(${conversation}, ${keys.map(messageOf)}::bigint[])) m ${imageJoin}`.execute(
    db,
  );
  return new Map(
    rows.map((row) => {
      const seenBy = (viewer: number) => JSON.stringify(presentMessage(row, viewer, null, parts.chatImages));
      const kept = {
        id: row.id,
        sender: row.sender_id,
        own: seenBy(row.sender_id).slice(0, -1),
        others: seenBy(0),
      };
      if (parts.keepsMessageTexts) parts.messageTexts.set(row.key, kept);
      return [row.id, kept];
    }),
  );
}
