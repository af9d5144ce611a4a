import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { settingsOf } from '../../site-settings/index.ts';
import { dropFiles } from '../files/drop-files.ts';
import { lockMember } from '../lock-member.ts';
import { updateProfilePhotos } from '../update-profile-photos.ts';
import type { PictureShelf } from './picture-shelf.ts';

export const photoShelf = (app: Pick<App, 'db' | 'events' | 'jobs' | 'parts'>): PictureShelf => ({
  place: 'photo',
  table: 'photos',
  isPicture: sql`true`,
  async release(id) {
    const { rows } = await sql<{ member: number; host: string | null }>`
      select p.member_id as member, m.host from photos p join members m on m.id = p.member_id where p.id = ${id}`.execute(
      app.db,
    );
    const [owner] = rows;
    if (!owner) return;
    const { automatic_photo_approval: automatic } = await settingsOf(app, owner.host ?? undefined);
    await inTransaction(app.db, async (tx) => {
      await lockMember(tx, owner.member);
      const approved = sql`(${automatic} and status = 'inspecting' and flags = '{}' and decided_at is null)`;
      await sql`
        update photos set awaits_lists = false, status = case when ${approved} then 'active' else status end,
          decided_at = case when ${approved} then app_now() else decided_at end
        where id = ${id} and awaits_lists`.execute(tx);
      await updateProfilePhotos(app, tx, owner.member);
    });
    app.events.emit(owner.member, 'changed', { what: 'user' });
  },
  async remove(tx, { id, member, folder }) {
    await lockMember(tx, member);
    await sql`delete from photos where id = ${id}`.execute(tx);
    await updateProfilePhotos(app, tx, member);
    await dropFiles(app, tx, folder);
  },
});
