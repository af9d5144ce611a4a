import { type Static, Type } from 'typebox';
import type { Call } from '../call.ts';
import { listColumns } from '../office/list-columns.ts';
import { count, cursor, id, instant, list, nullable, object, oneOf, optional, text } from '../schema.ts';

/** With a fictional profile, or between two members. */
export const conversationKinds = ['members', 'fictional'] as const;

/** Since the conversation began. */
export const conversationAges = ['under_day', 'under_week', 'over_month', 'over_year'] as const;

/** Since its last message. */
export const conversationSilences = ['under_day', 'under_week', 'over_week', 'over_month'] as const;

export const conversationSorts = ['newest', 'oldest'] as const;

/**
 * `request`: the recipient has not let the sender in. `unanswered`: only one side has written. `mutual`: both have.
 */
export const conversationStates = ['request', 'declined', 'unanswered', 'mutual'] as const;

/** The filters of the list and its file, by their query parameters. */
export const conversationFilters = {
  kind: optional(oneOf(conversationKinds)),
  complaint: optional(oneOf(['yes'])),
  site: optional(text(253)),
  age: optional(oneOf(conversationAges)),
  silence: optional(oneOf(conversationSilences)),
  member: optional(Type.String({ pattern: '^\\d{1,15}$', description: 'Number of one of the members' })),
};

export const conversationListColumns = [
  'member',
  'other',
  'kind',
  'state',
  'messages',
  'complaint',
  'site',
  'started',
  'last',
  'id',
] as const;
export type ConversationListColumn = (typeof conversationListColumns)[number];

const side = object({ id, name: Type.String() });

/** Who talks to whom since when, and not a word of what they say: that is read through a complaint. */
const listedConversation = object({
  id,
  member: side,
  other: side,
  kind: oneOf(conversationKinds),
  state: oneOf(conversationStates),
  messages: count,
  complaint: nullable(
    Type.Integer({ description: 'Number of the newest complaint of one of them about the other' }),
  ),
  site: nullable(Type.String({ description: 'Host of the site of `member`; * is the default site' })),
  created_at: instant,
  last_message_at: instant,
});

export type ListedConversation = Static<typeof listedConversation>;

const filtersInQuery = Object.keys(conversationFilters).map((name) => `query.${name}`);
const sorted = { ...conversationFilters, sort: optional(oneOf(conversationSorts)) };

export const conversationListCalls = {
  adminConversationList: {
    method: 'GET',
    path: '/api/admin/conversation-list',
    scope: 'listed',
    bySite: true,
    access: 'operator',
    reads: true,
    summary: 'Conversations by filters, without their words; the newest first',
    roles: ['moderator'],
    audit: { act: 'conversation.list', each: 'reply.conversations', member: 'member.id', object: 'id' },
    query: Type.Object({ ...sorted, cursor: optional(cursor) }),
    status: 200,
    reply: object({ conversations: list(listedConversation), next: nullable(Type.String()) }),
  },
  adminConversationsFile: {
    method: 'GET',
    path: '/api/admin/conversations-file',
    scope: 'listed',
    bySite: true,
    access: 'operator',
    reads: true,
    stepUp: true,
    summary: 'The filtered list of conversations as CSV, with numbers instead of names of members',
    roles: ['moderator'],
    audit: {
      act: 'conversation.export',
      isExport: true,
      details: [...filtersInQuery, 'query.sort', 'query.columns'],
    },
    query: Type.Object({ ...sorted, columns: listColumns }),
    streams: true,
    status: 200,
    reply: Type.Any(),
  },
} as const satisfies Record<string, Call>;
