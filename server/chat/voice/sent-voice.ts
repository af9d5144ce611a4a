import { sql } from 'kysely';

export interface SentVoice {
  duration_ms: number;
  waveform: string;
  listened: boolean;
  /** The sender learns that the recipient has listened to it. */
  told: boolean;
}

/** Over `chat_images i`: the recording of a voice message, null for a picture. */
export const voiceJson = sql<SentVoice | null>`case when i.kind = 'voice' then
  json_build_object('duration_ms', i.duration_ms, 'waveform', i.waveform, 'listened', i.listened_at is not null, 'told', i.listened_told) end`;
