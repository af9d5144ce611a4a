import { type Static, Type } from 'typebox';
import type { Call } from '../call.ts';
import { locales } from '../lists/locales.ts';
import { count, id, instant, list, nullable, object, ok, oneOf, text, uuid } from '../schema.ts';

const boardWriter = object({
  id,
  name: Type.String(),
  on: Type.Boolean(),
  /** Last time that they did something at the desk; null if never. */
  active_at: nullable(instant),
  /** Null is the site's setting. */
  capacity: nullable(count),
  languages: list(oneOf(locales)),
  profiles: list(id),
  answers_this_hour: count,
  held: list(
    object({
      conversation: id,
      member: Type.String(),
      profile: Type.String(),
      /** Null if the profile has answered. */
      waiting_since: nullable(instant),
      claimed_at: instant,
    }),
  ),
});

export type BoardWriter = Static<typeof boardWriter>;

export const deskBoardCalls = {
  deskBoard: {
    method: 'GET',
    path: '/api/admin/desk-board',
    scope: 'listed',
    bySite: true,
    access: 'operator',
    roles: ['supervisor'],
    audit: { act: 'desk.board', repeats: true },
    summary: 'The desk now: what waits, and what each writer holds',
    status: 200,
    reply: object({
      waiting: count,
      outside: count,
      /** Waiting conversations that no writer holds. */
      unassigned: count,
      oldest: nullable(object({ conversation: id, since: instant })),
      capacity: count,
      writers: list(boardWriter),
      profiles: list(object({ id, name: Type.String() })),
    }),
  },
  deskHandOver: {
    method: 'POST',
    path: '/api/admin/desk-hand-over',
    scope: [{ of: 'conversation', at: 'body.conversation' }],
    access: 'operator',
    roles: ['supervisor'],
    audit: { act: 'desk.hand_over', object: 'body.conversation', details: ['body.to'] },
    summary: 'Give a conversation to a writer, whoever holds it',
    body: object({ conversation: id, to: id }),
    status: 200,
    reply: ok,
  },
  deskWhisper: {
    method: 'POST',
    path: '/api/admin/desk-whisper',
    scope: [{ of: 'conversation', at: 'body.conversation' }],
    access: 'operator',
    roles: ['supervisor'],
    audit: { act: 'desk.whisper', object: 'body.conversation' },
    summary: 'Leave a note for whoever writes in the conversation. Members never see it',
    body: object({ conversation: id, client_id: uuid, text: text(1000, 1) }),
    status: 200,
    reply: ok,
  },
} as const satisfies Record<string, Call>;
