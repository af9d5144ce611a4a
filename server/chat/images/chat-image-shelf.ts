import { sql } from 'kysely';
import { dropFiles, type PictureShelf } from '../../photos/index.ts';
import type { App } from '../../platform/app.ts';
import type { Db } from '../../platform/database/index.ts';
import { imageOfMessage } from './image-of-message.ts';

export const chatImageShelf = (app: Pick<App, 'db' | 'events' | 'jobs'>): PictureShelf => ({
  place: 'chat_image',
  table: 'chat_images',
  isPicture: sql`kind = 'image' and storage_key is not null`,
  async release(id) {
    await sql`
      update chat_images set awaits_lists = false, status = case when status = 'inspecting' and not flagged then 'active' else status end
      where id = ${id}`.execute(app.db);
    await tellBothSides(app, app.db, id);
  },
  async remove(tx, { id, folder }) {
    await sql`
      update chat_images set status = 'refused', refusal_reason = 'other', storage_key = null, colour = null, awaits_lists = false, decided_at = app_now()
      where id = ${id}`.execute(tx);
    await dropFiles(app, tx, folder);
    await tellBothSides(app, tx, id);
  },
});

async function tellBothSides({ events }: Pick<App, 'events'>, db: Db, id: number): Promise<void> {
  const { rows } = await sql<{ conversation: number; member: number }>`
    select m.conversation_id as conversation, side.member_id as member
      from chat_images i cross join lateral messages_with(${imageOfMessage}) m
      join conversations c on c.id = m.conversation_id
      cross join lateral unnest(array[c.member_low, c.member_high]) side (member_id)
    where i.id = ${id}`.execute(db);
  for (const { conversation, member } of rows)
    events.emit(member, 'changed', { what: 'chats', conversation });
}
