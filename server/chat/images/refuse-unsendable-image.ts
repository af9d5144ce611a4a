import type { App } from '../../platform/app.ts';
import { codeOf, inTransaction } from '../../platform/database/index.ts';
import { settingsOf } from '../../site-settings/index.ts';
import { refusalFor, toOutgoing, type Send } from '../outgoing-message.ts';
import { LOCKED } from '../send-queue.ts';
import { storeMessages, type OutgoingMessage, type StoredMessage } from '../store-messages.ts';
import type { ChatImage } from './store-chat-image.ts';

/**
 * Throws the errors of `sendMessage` for an image or a voice message that could not be sent, before anything decodes it. To
 * avoid repeating the rules, it sends a placeholder message in a transaction that is rolled back. If a row is
 * locked, the rules are left to the send itself, whose queue waits for it.
 */
export async function refuseUnsendableImage(
  app: Pick<App, 'db' | 'events' | 'parts'>,
  sender: number,
  send: Omit<Send, 'image' | 'album'> & { waveform?: string | undefined },
  host?: string,
): Promise<void> {
  const settings = await settingsOf(app, host);
  const placeholder: ChatImage = {
    id: 0,
    status: 'inspecting',
    intimate: null,
    shown: false,
    view_once: false,
    colour: null,
    voice:
      send.waveform === undefined
        ? null
        : { duration_ms: 0, waveform: send.waveform, listened: false, told: false },
    width: 1,
    height: 1,
  };
  const outgoing = toOutgoing(sender, { ...send, image: placeholder }, settings, null);
  const standIn: OutgoingMessage = { ...outgoing, kind: 'text', text: '-', image: null, freeMessages: 0 };
  const rehearsed = new Error('rolled back on purpose');
  let refused: StoredMessage | undefined;
  await inTransaction(app.db, async (tx) => {
    [refused] = await storeMessages(tx, [standIn]);
    throw rehearsed;
  }).catch((error: unknown) => {
    if (error !== rehearsed && codeOf(error) !== LOCKED) throw error;
  });
  if (refused?.code) throw refusalFor(refused.code, refused.recipient_name, settings);
}
