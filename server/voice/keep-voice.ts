import { keepFolder } from '../photos/index.ts';
import type { App } from '../platform/app.ts';
import type { Voice } from './remux-voice.ts';
import { voiceKey } from './voice-key.ts';

/** Stores a recording in a new folder, for a row of `chat_images` or `voice_intros`. Throws as `keepFolder` does. */
export const keepVoice = (
  app: Pick<App, 'db' | 'jobs' | 'storage'>,
  { content }: Pick<Voice, 'content'>,
): Promise<string> => keepFolder(app, (folder) => app.storage.put(voiceKey(folder), content, 'audio/mp4'));
