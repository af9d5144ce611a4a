import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import { one, inTransaction, type Db } from '../platform/database/index.ts';
import { refuse } from '../platform/http/refusal.ts';
import { settingsOf } from '../site-settings/index.ts';
import { dropFiles } from './files/drop-files.ts';
import { keepFiles } from './files/keep-files.ts';
import { MAKE_AVIF } from './files/make-avif.ts';
import { meetLists } from './known/meet-lists.ts';
import { pdqBits } from './known/pdq-near.ts';
import { lockMember } from './lock-member.ts';
import { processPhoto } from './process-photo.ts';
import { notePicture } from './screening/note-picture.ts';
import { screen } from './screening/screen.ts';
import { updateProfilePhotos } from './update-profile-photos.ts';

export type PhotoParts = Pick<App, 'config' | 'db' | 'jobs' | 'log' | 'storage' | 'events' | 'parts'>;

/** A smaller photo would be enlarged on every screen that shows it. */
const LEAST_PIXELS = 200;

export interface NewPhoto {
  memberId: number;
  content: Buffer;
  private?: boolean | undefined;
  main?: boolean | undefined;
  /** A repeated upload with the same id returns the first photo. */
  clientId?: string | undefined;
}

/**
 * Adds a photo to a member's profile: processes it, stores it and queues it for inspection. If the site's
 * setting `automatic_photo_approval` is on and the screening finds nothing, the photo is approved at once, unless it has to
 * wait for the matcher of known pictures.
 * Free members may have 3 photos, premium members 25 (docs/product.md 6.3, 6.4); the member's row lock makes
 * the count exact. Returns the photo's id. Throws `account_held` for a listed picture (`meetLists`), `photo_limit` if the member has the maximum, `photo_too_small`, the errors of
 * `processPhoto` for an invalid file, and `storage_full` or `unavailable` if the files cannot be stored.
 */
export async function addPhoto(app: PhotoParts, photo: NewPhoto): Promise<number> {
  const known = await findRepeat(app.db, photo);
  if (known !== null) return known;
  // A full profile fails here, before the expensive work. The limit is checked again under the lock.
  const owner = await photoRoom(app, app.db, photo.memberId);
  if (owner.count >= owner.limit) throw refuse('photo_limit', { limit: owner.limit });

  const processed = await processPhoto(photo.content, `member ${photo.memberId}`);
  if (Math.min(processed.width, processed.height) < LEAST_PIXELS)
    throw refuse('photo_too_small', { pixels: LEAST_PIXELS });
  const place = photo.private ? 'private_photo' : 'public_photo';
  const { pdq, awaits } = await meetLists(app, photo.memberId, processed, 'photo');
  const { looks, flags, intimate } = await screen(app, { ...processed, pdq }, place, owner.host);
  const folder = await keepFiles(app, processed);
  const approved = owner.automatic && flags.length === 0 && !awaits;
  try {
    const { id, isNew } = await inTransaction(app.db, async (tx) => {
      await lockMember(tx, photo.memberId);
      const repeated = await findRepeat(tx, photo);
      if (repeated !== null) return { id: repeated, isNew: false };
      const { count, limit } = await photoRoom(app, tx, photo.memberId);
      if (count >= limit) throw refuse('photo_limit', { limit });
      const row = await one(
        sql<{ id: number }>`
        insert into photos (member_id, storage_key, width, height, colour, private, status, position, client_id, decided_at, fingerprint, pdq, pdq_quality, awaits_lists, flags, intimate)
        values (${photo.memberId}, ${folder}, ${processed.width}, ${processed.height}, ${processed.colour}, ${photo.private === true}, ${approved ? 'active' : 'inspecting'},
          (select coalesce(max(position) + 1, 0) from photos where member_id = ${photo.memberId}), ${photo.clientId ?? null}, case when ${approved} then app_now() end,
          ${looks}::bigint, ${pdqBits(pdq.hash)}, ${pdq.quality}, ${awaits}, ${flags}::text[], ${intimate})
        returning id`.execute(tx),
      );
      const added = row.id;
      if (photo.main && !photo.private)
        await sql`update profiles set main_photo_id = ${added} where id = ${photo.memberId}`.execute(tx);
      await updateProfilePhotos(app, tx, photo.memberId);
      await notePicture(app, tx, photo.memberId, { looks, pdq });
      await app.jobs.add(tx, MAKE_AVIF, { folder });
      return { id: added, isNew: true };
    });
    if (!isNew) await dropFiles(app, app.db, folder);
    else app.events.emit(photo.memberId, 'changed', { what: 'user' });
    return id;
  } catch (error) {
    await dropFiles(app, app.db, folder).catch(() => {});
    throw error;
  }
}

async function findRepeat(db: Db, { memberId, clientId }: NewPhoto): Promise<number | null> {
  if (!clientId) return null;
  const { rows } = await sql<{
    id: number;
  }>`select id from photos where member_id = ${memberId} and client_id = ${clientId}`.execute(db);
  return rows[0]?.id ?? null;
}

async function photoRoom(
  app: PhotoParts,
  db: Db,
  memberId: number,
): Promise<{ count: number; limit: number; automatic: boolean; host: string | undefined }> {
  const { rows } = await sql<{ paid_user: boolean; host: string | null; count: number }>`
    select paid_user, host, (select count(*)::int from photos where member_id = members.id) as count from members where id = ${memberId}`.execute(
    db,
  );
  const member = rows[0];
  if (!member) throw refuse('not_found');
  const host = member.host ?? undefined;
  const site = await settingsOf(app, host);
  return {
    host,
    count: member.count,
    limit: member.paid_user ? site.premium_photos : site.free_photos,
    automatic: site.automatic_photo_approval,
  };
}
