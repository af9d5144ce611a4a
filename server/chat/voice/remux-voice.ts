import { VOICE_BYTES, VOICE_SECONDS } from '#contract/rules/chat-rules.ts';
import { inTurn, runInThread } from '../../photos/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { VoiceAnswer } from './voice-worker.ts';

const SECONDS = 30;

export interface Voice {
  content: Uint8Array;
  durationMs: number;
}

/**
 * Reads a recording and rewrites it as MP4, which all browsers play, without its metadata. A
 * worker thread limits time and memory. Throws `voice_too_large`, `voice_too_long`, `voice_silent` for one without
 * sound, and `voice_damaged` for a file that is not one audio track of Opus or AAC in WebM, MP4 or Ogg.
 */
export async function remuxVoice(content: Buffer, owner: string): Promise<Voice> {
  if (content.length > VOICE_BYTES) throw refuse('voice_too_large', { megabytes: VOICE_BYTES / 1024 / 1024 });
  const workerData = { content: new Uint8Array(content), mostSeconds: VOICE_SECONDS };
  const script = new URL('./voice-worker.ts', import.meta.url);
  const answer = await inTurn(owner, () =>
    runInThread<VoiceAnswer>(script, workerData, { seconds: SECONDS, megabytes: 128 }),
  );
  if (!answer) throw refuse('voice_damaged');
  if (!('error' in answer)) return answer;
  if (answer.error === 'silent') throw refuse('voice_silent');
  if (answer.error === 'too_long') throw refuse('voice_too_long', { minutes: VOICE_SECONDS / 60 });
  throw refuse('voice_damaged');
}
