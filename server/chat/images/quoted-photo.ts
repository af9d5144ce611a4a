import { sql } from 'kysely';
import type { CallReply } from '#contract/calls.ts';
import type { App } from '../../platform/app.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { maySee, viewerOf } from '../../visibility/index.ts';

/**
 * GET /api/quoted-photo.php: the photo that a message is about, for its sender and its recipient. Both get it only while the
 * sender sees it on the recipient's profile. Throws `not_found` for a message that is in none of the member's
 * conversations or about no photo.
 */
export async function quotedPhoto(
  app: App,
  member: number,
  { conversation, message }: { conversation: number; message: number },
  host: string,
): Promise<CallReply<'quotedPhoto'>> {
  const { rows } = await sql<{ sender: number; owner: number; photo: number }>`
    select m.sender_id as sender, case when m.sender_id = side.member_id then side.other_id else side.member_id end as owner,
      (m.about ->> 'photo')::bigint as photo
    from side_of(${member}, ${conversation}) side, message_of(${conversation}, ${message}) found, lateral (select (found.message).*) m
    where m.about ->> 'kind' = 'photo'`.execute(app.db);
  const [quoted] = rows;
  if (!quoted) throw refuse('not_found');
  const { sender, owner, photo } = quoted;
  if (!(await maySee(app.db, await viewerOf(app, sender, host), owner))) return { photo: null };
  const photos = await app.parts.photos.photosOf(app.db, sender, owner);
  const shown = photos.find(({ id, locked }) => id === photo && !locked);
  if (!shown) return { photo: null };
  const { thumb_filename, width = 0, height = 0, colour } = shown;
  return { photo: { thumb_filename, width, height, ...(colour && { colour }) } };
}
