import type { SendBody } from '#contract/chat/send-body.ts';
import type { ScreeningParts } from '../../photos/index.ts';
import type { App } from '../../platform/app.ts';
import { storeVoice } from '../voice/store-voice.ts';
import { storeChatImage, type ChatImage } from './store-chat-image.ts';

/** Stores the file of a message: a voice message if it has a waveform, else a picture. */
export function storeUpload(
  app: ScreeningParts & Pick<App, 'jobs' | 'storage'>,
  member: number,
  { client_id, view_once = false, waveform }: Pick<SendBody, 'client_id' | 'view_once' | 'waveform'>,
  content: Buffer,
  host: string | undefined,
): Promise<ChatImage> {
  const clientId = client_id.toLowerCase();
  return waveform === undefined
    ? storeChatImage(app, member, { clientId, viewOnce: view_once }, content, host)
    : storeVoice(app, member, { clientId, waveform }, content);
}
