import type { ScreeningParts } from '../../photos/index.ts';
import type { App } from '../../platform/app.ts';
import { refuseFields } from '../../platform/http/refusal.ts';
import type { Send } from '../outgoing-message.ts';
import { refuseUnsendableImage } from './refuse-unsendable-image.ts';
import { findImage, storeChatImage } from './store-chat-image.ts';

type Upload = Pick<Send, 'conversation' | 'profile' | 'client_id'>;

/**
 * POST /api/chat-image.php: stores one image of an album before its message, so that each upload is retried on its own.
 * Nothing is charged. A repeat of a `client_id` changes nothing, also after the message has been sent. Throws
 * the errors of `refuseUnsendableImage` and `storeChatImage`.
 */
export async function uploadAlbumImage(
  app: ScreeningParts & Pick<App, 'events' | 'jobs' | 'parts' | 'storage'>,
  member: number,
  upload: Upload,
  content: Buffer | undefined,
  host?: string,
): Promise<void> {
  if (!content) throw refuseFields({ file: 'required' });
  const clientId = upload.client_id.toLowerCase();
  if (await findImage(app.db, member, clientId)) return;
  await refuseUnsendableImage(app, member, upload, host);
  await storeChatImage(app, member, { clientId }, content, host);
}
