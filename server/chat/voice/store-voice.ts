import { sql } from 'kysely';
import { must } from '#contract/must.ts';
import { VOICE_BYTES, VOICE_SECONDS } from '#contract/rules/chat-rules.ts';
import { dropFiles } from '../../photos/index.ts';
import type { App } from '../../platform/app.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { keepVoice, remuxVoice, type RecordingLimits } from '../../voice/index.ts';
import { findImage, type ChatImage } from '../images/store-chat-image.ts';
import { voiceJson } from './sent-voice.ts';

const limits: RecordingLimits = {
  bytes: VOICE_BYTES,
  // Browsers end a recording a little after they are told to.
  seconds: VOICE_SECONDS + 1,
  tooLong: () => refuse('voice_too_long', { minutes: VOICE_SECONDS / 60 }),
};

/**
 * Stores the recording of a voice message. Only pictures are screened; a recording is judged when the recipient reports it
 * (docs/product.md 10.23). A repeat of a `client_id` returns the first upload. Throws the errors of `remuxVoice`, and
 * `storage_full` or `unavailable` if it cannot be stored.
 */
export async function storeVoice(
  app: Pick<App, 'db' | 'jobs' | 'storage'>,
  member: number,
  { clientId, waveform }: { clientId: string; waveform: string },
  content: Buffer,
): Promise<ChatImage> {
  const known = await findImage(app.db, member, clientId);
  if (known) return known;

  const voice = await remuxVoice(content, `member ${member}`, limits);
  const folder = await keepVoice(app, voice);
  const { rows } = await sql<ChatImage>`
    insert into chat_images as i (member_id, client_id, kind, storage_key, width, height, formats, intimate, status, duration_ms, waveform)
    values (${member}, ${clientId}, 'voice', ${folder}, 0, 0, '{mp4}', false, 'active', ${voice.durationMs}, ${waveform})
    on conflict (member_id, client_id) do nothing
    returning i.id, i.status, i.intimate, false as shown, false as view_once, ${voiceJson} as voice, i.width, i.height, null as colour`.execute(
    app.db,
  );
  if (rows[0]) return rows[0];
  // If one message is uploaded twice at the same time, the first upload counts.
  await dropFiles(app, app.db, folder);
  return must(await findImage(app.db, member, clientId), 'recording of the first upload');
}
