import type { Call } from '../call.ts';
import { id, object } from '../schema.ts';
import { message } from './conversations.ts';

export const receivedVoiceCalls = {
  voiceListened: {
    method: 'PUT',
    path: '/api/chat-voice.php',
    access: 'member',
    summary: 'Mark a voice message that I received as listened to',
    limits: [{ name: 'voice-listened', points: 120, seconds: 60, by: 'member' }],
    body: object({ voice: id }),
    status: 200,
    reply: object({ message }),
  },
} as const satisfies Record<string, Call>;
