import type { PhotoAccessNews } from '../photos/index.ts';
import type { App } from '../platform/app.ts';
import { profileCard } from '../profiles/index.ts';
import { relationTo, seenThrough, viewerOf } from '../visibility/index.ts';
import { addresseeOf } from './audience.ts';
import { notify } from './notify.ts';

/**
 * Notifies an owner of a request for their photos, or the person who asked of the grant, unless the recipient has
 * the site open, the request was answered or the grant ended in the meantime, or the visibility rule hides the
 * other.
 */
export async function notifyPhotoAccess(app: App, { owner, viewer, state }: PhotoAccessNews): Promise<void> {
  const [toId, fromId] = state === 'asked' ? [owner, viewer] : [viewer, owner];
  const to = await addresseeOf(app, toId);
  if (!to || to.present || !(await stillIs(app, { owner, viewer, state }))) return;
  const reader = await viewerOf(app, toId, to.host);
  const relation = await relationTo(app.db, reader, fromId);
  // The owner sees whoever asked, like the sender of a message.
  const seen = relation && seenThrough({ ...relation, ...(state === 'asked' && { talked: true }) }, 'opened');
  if (seen !== 'visible') return;
  const from = await profileCard(app, reader, fromId);
  if (!from) return;
  await notify(app, to, {
    type: 'photo_access',
    from,
    item: { about_id: fromId, count: 1, conversation_id: null, match: false, grants: state === 'granted' },
  });
}

const stillIs = async ({ db }: App, { owner, viewer, state }: PhotoAccessNews): Promise<boolean> =>
  (await db
    .selectFrom('photo_access')
    .select('state')
    .where('owner_id', '=', owner)
    .where('viewer_id', '=', viewer)
    .where('state', '=', state)
    .executeTakeFirst()) !== undefined;
