import { inTurn, runInThread } from '../photos/index.ts';
import { refuse, type Refusal } from '../platform/http/refusal.ts';
import type { VoiceAnswer } from './voice-worker.ts';

const SECONDS = 30;

export interface Voice {
  content: Uint8Array;
  durationMs: number;
}

export interface RecordingLimits {
  bytes: number;
  seconds: number;
  tooLong(): Refusal;
}

/**
 * Reads a recording and rewrites it as MP4, which all browsers play, without its metadata. A
 * worker thread limits time and memory. Throws `voice_too_large`, the limits' `tooLong`, `voice_silent` for one without
 * sound, and `voice_damaged` for a file that is not one audio track of Opus or AAC in WebM, MP4 or Ogg.
 */
export async function remuxVoice(content: Buffer, owner: string, limits: RecordingLimits): Promise<Voice> {
  if (content.length > limits.bytes)
    throw refuse('voice_too_large', { megabytes: limits.bytes / 1024 / 1024 });
  const workerData = { content: new Uint8Array(content), mostSeconds: limits.seconds };
  const script = new URL('./voice-worker.ts', import.meta.url);
  const answer = await inTurn(owner, () =>
    runInThread<VoiceAnswer>(script, workerData, { seconds: SECONDS, megabytes: 128 }),
  );
  if (!answer) throw refuse('voice_damaged');
  if (!('error' in answer)) return answer;
  if (answer.error === 'silent') throw refuse('voice_silent');
  if (answer.error === 'too_long') throw limits.tooLong();
  throw refuse('voice_damaged');
}
