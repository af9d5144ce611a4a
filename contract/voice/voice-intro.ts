import { type Static, Type } from 'typebox';
import { waveform } from '../chat/voice.ts';
import { count, id, object } from '../schema.ts';

export const voiceIntro = object({ id, filename: Type.String(), duration_ms: count, waveform });
export type VoiceIntro = Static<typeof voiceIntro>;
