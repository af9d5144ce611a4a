import { type Static, Type } from 'typebox';
import type { Call } from '../call.ts';
import { waveform } from '../chat/voice.ts';
import { voiceIntroRefusals } from '../photos/refusal-reasons.ts';
import { profileCard } from '../profiles.ts';
import { count, id, instant, list, nullable, object, oneOf, optional, page, uuid } from '../schema.ts';
import { voiceIntro } from './voice-intro.ts';

const ownVoiceIntros = object({
  current: nullable(voiceIntro),
  next: nullable(
    object({
      ...voiceIntro.properties,
      status: oneOf(['inspecting', 'refused']),
      refusal_reason: nullable(oneOf(voiceIntroRefusals)),
    }),
  ),
});

export type OwnVoiceIntros = Static<typeof ownVoiceIntros>;

export const voiceCalls = {
  voiceIntros: {
    method: 'GET',
    path: '/api/voice-intro.php',
    access: 'member',
    summary: 'My voice introduction, and the one that waits for inspection or was refused',
    status: 200,
    reply: ownVoiceIntros,
  },
  addVoiceIntro: {
    method: 'POST',
    path: '/api/voice-intro.php',
    access: 'member',
    summary:
      'Send a voice introduction (multipart `file`) for inspection. It replaces one that waits or was refused; a repeat changes nothing',
    limits: [{ name: 'voice-intro-upload', points: 20, seconds: 3600, by: 'member', upload: true }],
    accepts: 'multipart',
    body: object({ client_id: uuid, waveform }),
    status: 201,
    reply: ownVoiceIntros,
  },
  deleteVoiceIntro: {
    method: 'DELETE',
    path: '/api/voice-intro.php',
    access: 'member',
    summary: 'Delete one of my voice introductions; a repeat changes nothing',
    body: object({ id }),
    status: 200,
    reply: ownVoiceIntros,
  },
  adminVoiceIntros: {
    method: 'GET',
    path: '/api/admin/voice-intros',
    scope: 'listed',
    bySite: true,
    access: 'operator',
    reads: true,
    summary: 'Voice introductions that wait for inspection',
    roles: ['moderator'],
    audit: { act: 'voice_intro.look', each: 'reply.intros', member: 'member.id', object: 'id' },
    query: page,
    status: 200,
    reply: object({
      intros: list(
        object({
          ...voiceIntro.properties,
          member: profileCard,
          replaces: optional(
            Type.Literal(true, { description: 'The member has an approved one, which this one replaces' }),
          ),
          created_at: instant,
        }),
      ),
      waiting: count,
      next: nullable(Type.String()),
    }),
  },
} as const satisfies Record<string, Call>;
