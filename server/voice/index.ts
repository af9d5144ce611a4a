import type { Module } from '../platform/module.ts';
import { voiceHandlers } from './handlers.ts';
import { registerVoiceIntros } from './intros/http.ts';
import { createVoicePart } from './intros/voice-part.ts';
import { tables } from './tables.ts';

export {
  decideVoiceIntro,
  VOICE_INTRO_NOTIFICATION,
  type VoiceIntroDecision,
} from './intros/decide-voice-intro.ts';
export { restoreVoiceIntro } from './intros/restore-voice-intro.ts';
export { keepVoice } from './keep-voice.ts';
export { remuxVoice, type RecordingLimits } from './remux-voice.ts';
export { sendVoice } from './http.ts';

export const module: Module = {
  tables,
  create: (app) => ({ voice: createVoicePart(app.config.secret) }),
  handlers: voiceHandlers,
  routes: registerVoiceIntros,
};
