import { sql } from 'kysely';
import type { PhotoFlag } from '#contract/photos/photo-calls.ts';
import { inTransaction, type Tx } from '../platform/database/index.ts';
import { refuse } from '../platform/http/refusal.ts';
import { settingsOf } from '../site-settings/index.ts';
import type { PhotoParts } from './add-photo.ts';
import { lockMember } from './lock-member.ts';
import { isInspected } from './screening/screen.ts';
import { updateProfilePhotos } from './update-profile-photos.ts';

export interface PhotoChange {
  memberId: number;
  id: number;
  /** True makes it private for premium members, false public. */
  private?: boolean | undefined;
  on_request?: true | undefined;
  main?: true | undefined;
  position?: number | undefined;
}

/**
 * Makes one of the member's photos private, on request, public or the main photo, or moves it. The main photo is
 * always public. A private photo that is intimate, or without a verdict, waits for an operator when it becomes public. Throws `not_found` if the member has no such photo, `photo_is_main` for a change that would make
 * the main photo private or one on request, and `conflict` for a refused photo as the main one.
 */
export async function changePhoto(app: PhotoParts, change: PhotoChange): Promise<void> {
  const { memberId, id } = change;
  await inTransaction(app.db, async (tx) => {
    await lockMember(tx, memberId);
    const { rows } = await sql<{
      private: boolean;
      status: string;
      main: boolean;
      intimate: boolean | null;
      host: string | null;
    }>`
      select private, photos.status, intimate, (select host from members where id = member_id) as host, photos.id = main_photo_id is true as main from photos join profiles on profiles.id = member_id
      where photos.id = ${id} and member_id = ${memberId}`.execute(tx);
    const photo = rows[0];
    if (!photo) throw refuse('not_found');
    const becomes = change.on_request ?? change.private;
    if ((becomes ?? photo.private) && (change.main || (photo.main && becomes))) throw refuse('photo_is_main');
    if (change.main && photo.status === 'refused') throw refuse('conflict');
    if (becomes !== undefined) await setPrivacy(app, tx, change, { ...photo, becomes });
    if (change.main) await sql`update profiles set main_photo_id = ${id} where id = ${memberId}`.execute(tx);
    if (change.position !== undefined) {
      // Inserts the photo at its new index and renumbers all photos.
      await sql`
        update photos set position = ordered.place from (
          select id, row_number() over (order by case when id = ${id} then ${change.position} else place + (place >= ${change.position})::int end, id = ${id} desc) - 1 as place
          from (select id, row_number() over (order by id = ${id}, position, id) - 1 as place from photos where member_id = ${memberId}) listed
        ) ordered where photos.id = ordered.id and photos.position <> ordered.place`.execute(tx);
    }
    await updateProfilePhotos(app, tx, memberId);
  });
  app.events.emit(memberId, 'changed', { what: 'user' });
}

interface Privacy {
  private: boolean;
  becomes: boolean;
  intimate: boolean | null;
  host: string | null;
}

async function setPrivacy(
  app: PhotoParts,
  tx: Tx,
  { id, on_request }: PhotoChange,
  { private: wasPrivate, becomes, intimate, host }: Privacy,
): Promise<void> {
  await sql`update photos set private = ${becomes}, on_request = ${on_request === true} where id = ${id}`.execute(
    tx,
  );
  if (becomes || !wasPrivate || intimate === false) return;
  if (!isInspected.public_photo(await settingsOf(app, host ?? undefined))) return;
  // One without a verdict has the reason among its flags since it was uploaded.
  const found: PhotoFlag[] = intimate ? ['intimate'] : [];
  await sql`
    update photos set status = 'inspecting', flags = array_remove(flags, 'intimate') || ${found}::text[]
      where id = ${id} and status = 'active'`.execute(tx);
}
