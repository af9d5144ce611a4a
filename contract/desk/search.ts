import { type Static, Type } from 'typebox';
import type { Call } from '../call.ts';
import { count, cursor, id, instant, list, nullable, object, optional, text } from '../schema.ts';
import { deskRow } from './conversations.ts';

const day = Type.String({ format: 'date', pattern: '^20' });

const foundConversation = object({
  row: deskRow,
  /** The profile's last answer, or the last one within the days. */
  answered_at: instant,
  /** The newest message with the words, as an excerpt; null if they are all in the names. `hits` as in `searchChats`. */
  found: nullable(
    object({
      message: id,
      by_profile: Type.Boolean(),
      at: instant,
      text: Type.String(),
      hits: list(object({ start: count, end: count })),
    }),
  ),
});

export type FoundConversation = Static<typeof foundConversation>;

export const deskSearchCalls = {
  deskSearch: {
    // The search text is in the body, which keeps it out of access logs and browser histories.
    method: 'POST',
    path: '/api/admin/desk-search',
    scope: 'listed',
    bySite: true,
    access: 'operator',
    roles: ['writer', 'supervisor'],
    audit: {
      act: 'desk.search',
      each: 'reply.conversations',
      member: 'row.member.id',
      object: 'row.conversation',
      repeats: true,
    },
    summary:
      'Search conversations that the desk has answered, latest answer first, by words in messages and in both names, and by the days of answers. A page can have few results and still a next one',
    // The client searches while a writer types.
    limits: [{ name: 'desk-search', points: 120, seconds: 60, by: 'member' }],
    body: object({
      text: text(100),
      from: optional(day),
      until: optional(day),
      cursor: optional(cursor),
    }),
    status: 200,
    reply: object({ conversations: list(foundConversation), next: nullable(Type.String()) }),
  },
} as const satisfies Record<string, Call>;
