import type { Sent } from '#contract/chat/conversations.ts';
import type { SendBody } from '#contract/chat/send-body.ts';
import { type Api, ApiError } from '#web/api.ts';
import { sendForm } from '#web/photos/send-form.ts';
import type { UnsentMessage } from '#web/session/unsent-db.ts';
import { imageIds } from './image-ids.ts';

type Pictures = Extract<UnsentMessage, { kind: 'image' }>;
type Voice = Extract<UnsentMessage, { kind: 'voice' }>;
type Common = Pick<
  SendBody,
  'profile' | 'client_id' | 'reply_to' | 'about_prompt' | 'about_photo' | 'like' | 'words_confirmed'
>;
type Progress = (part: number) => void;

/** The images that this page has uploaded. Others are sent again, which changes nothing if they are known. */
const uploaded = new Set<string>();

/** Sends a voice message, or pictures. */
export const sendFiles = (
  api: Api,
  message: Pictures | Voice,
  common: Common,
  onProgress: Progress,
): Promise<Sent> =>
  message.kind === 'voice'
    ? sendForm<Sent>('send', formOf({ ...common, waveform: message.waveform }, message.file), { onProgress })
    : sendPictures(api, message, common, onProgress);

/** Sends one picture in one request, and the pictures of an album one by one before their message. */
async function sendPictures(
  api: Api,
  message: Pictures,
  common: Common,
  onProgress: Progress,
): Promise<Sent> {
  const rest = {
    ...common,
    ...(message.text && { text: message.text }),
    ...(message.view_once && { view_once: true }),
    ...(message.intimate_confirmed && { intimate_confirmed: true }),
  };
  if (!message.album?.length) return sendForm<Sent>('send', formOf(rest, message.file), { onProgress });
  const files = [message.file, ...message.album];
  const images = await imageIds(message.client_id, files.length);
  const { profile } = message;
  for (const [index, file] of files.entries()) {
    const client_id = images[index] ?? '';
    if (!uploaded.has(client_id))
      await sendForm('uploadChatImage', formOf({ profile, client_id }, file), {
        onProgress: (part) => onProgress((index + part) / files.length),
      });
    uploaded.add(client_id);
  }
  return api.call('send', { body: { ...rest, images } }).catch((error: unknown) => {
    // The uploads of an album that waited long, for example for credits, have been deleted.
    const isGone = error instanceof ApiError && error.code === 'pictures_gone';
    if (!isGone || !images.some((id) => uploaded.delete(id))) throw error;
    return sendPictures(api, message, common, onProgress);
  });
}

function formOf(fields: object, file: Blob): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  form.set('file', file, 'file');
  return form;
}
