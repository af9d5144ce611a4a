import { sql } from 'kysely';
import { inTransaction, type Db, type Tx } from '../../platform/database/index.ts';
import { Refusal, refuse } from '../../platform/http/refusal.ts';
import type { Send } from '../outgoing-message.ts';
import type { ChatImage } from './store-chat-image.ts';

type AlbumSend = Pick<Send, 'conversation' | 'profile' | 'client_id'> & { images: readonly string[] };

interface Uploaded extends ChatImage {
  sent: boolean;
}

/**
 * The images of an album, from the `client_id` of each upload, with the first as the image of the message. Throws
 * `pictures_gone` if an upload has been deleted, because its message was not sent in time, and `bad_request` for
 * images of another message.
 */
export function formAlbum(db: Db, member: number, send: AlbumSend): Promise<Pick<Send, 'image' | 'album'>> {
  const ids = send.images.map((id) => id.toLowerCase());
  return inTransaction(db, async (tx) => {
    const uploaded = await lockUploaded(tx, member, ids);
    const isSent = uploaded.some(({ sent }) => sent);
    const [first, ...album] = uploaded;
    if (isSent || !first || uploaded.length < ids.length) {
      const image = await imageOfRepeat(tx, member, send);
      if (image) return { image };
      throw isSent ? new Refusal('bad_request', {}, { images: 'invalid' }) : refuse('pictures_gone');
    }
    // With a new time, so that the images are not deleted as unsent during the send.
    await sql`
      update chat_images set album_place = place.n, created_at = app_now(), album_of = nullif(${first.id}::bigint, id)
        from unnest(${uploaded.map(({ id }) => id)}::bigint[]) with ordinality place (image, n) where id = place.image`.execute(
      tx,
    );
    return { image: first, album };
  });
}

async function lockUploaded(tx: Tx, member: number, ids: readonly string[]): Promise<Uploaded[]> {
  const { rows } = await sql<Uploaded>`
    select i.id, i.status, i.intimate, i.shown_at is not null as shown, i.view_once, null as voice, i.width, i.height, i.colour,
      exists (select from messages_with(coalesce(i.album_of, i.id))) as sent
      from chat_images i
      where i.member_id = ${member} and i.kind = 'image' and i.client_id = any(${ids}::uuid[])
      order by array_position(${ids}::uuid[], i.client_id) for no key update of i`.execute(tx);
  return rows;
}

/** The first image of a message that is already stored. Null if the send is not a repeat. */
async function imageOfRepeat(
  tx: Tx,
  member: number,
  { conversation, profile, client_id }: AlbumSend,
): Promise<ChatImage | null> {
  const { rows } = await sql<ChatImage>`
    select coalesce(i.id, 0) as id, coalesce(i.status, 'active') as status, i.intimate, false as shown, false as view_once, null as voice, 1 as width, 1 as height, null as colour
      from messages_by_client(${member}, ${client_id.toLowerCase()}) m cross join lateral side_of(${member}, m.conversation_id) side
        left join chat_images i on i.id = m.image_id
      where (side.conversation_id = ${conversation ?? null} or side.other_id = ${profile ?? null})`.execute(
    tx,
  );
  return rows[0] ?? null;
}
