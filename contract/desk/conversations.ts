import { Type } from 'typebox';
import type { Call } from '../call.ts';
import { chat, message, messageKinds, reactionBody, sent } from '../chat/conversations.ts';
import { translated } from '../chat/translation.ts';
import { waveform } from '../chat/voice.ts';
import { locales } from '../lists/locales.ts';
import { profile, profileCard, shownProfile } from '../profiles.ts';
import { deskReportReasons, honestyReminders } from '../rules/desk-rules.ts';
import {
  count,
  cursor,
  hour,
  id,
  instant,
  list,
  nothing,
  nullable,
  object,
  ok,
  oneOf,
  optional,
  text,
  uuid,
} from '../schema.ts';

const operator = object({ id, name: Type.String() });

export const deskRow = object({
  conversation: id,
  profile: profileCard,
  member: profileCard,
  language: oneOf(locales),
  /** Null if the profile has answered. */
  waiting_since: nullable(instant),
  /** The member's credits were returned because nobody answered in time. */
  returned: Type.Boolean(),
  /** Hour at which the profile's writing hours begin again, in the site's time zone; null within them. */
  writers_from: nullable(hour),
  last_message: nullable(object({ kind: oneOf(messageKinds), text: nullable(Type.String()) })),
  claimed_by: nullable(operator),
});

export const deskConversationCalls = {
  desk: {
    method: 'GET',
    path: '/api/admin/desk',
    scope: 'listed',
    bySite: true,
    access: 'operator',
    roles: ['writer', 'supervisor'],
    audit: { act: 'desk.list', each: 'reply.conversations', member: 'member.id', object: 'conversation' },
    summary:
      'Conversations that wait for an answer, longest wait first, and the writer’s own. Outside the writing hours of its profile a conversation does not count, unless `outside` is set',
    query: Type.Object({
      cursor: optional(cursor),
      profile: optional(id),
      language: optional(oneOf(locales)),
      outside: optional(Type.Boolean()),
    }),
    status: 200,
    reply: object({
      waiting: count,
      conversations: list(deskRow),
      filters: object({
        profiles: list(object({ id, name: Type.String() })),
        languages: list(oneOf(locales)),
      }),
      /** The conversations that the writer holds, longest wait first. `conversations` leaves them out. */
      mine: list(deskRow),
      /** Conversations outside the writing hours of their profile. */
      outside: count,
      /** The operator's languages, which limit the list; empty for all. */
      languages: list(oneOf(locales)),
      on: Type.Boolean(),
      /** How many waiting conversations the writer gets at once. */
      capacity: count,
      next: nullable(Type.String()),
    }),
  },
  deskClaim: {
    method: 'POST',
    path: '/api/admin/desk-claim',
    scope: [{ of: 'conversation', at: 'body.conversation' }],
    access: 'operator',
    roles: ['writer', 'supervisor'],
    audit: { act: 'desk.claim', object: 'body.conversation' },
    summary:
      'Claim a conversation. Beyond the writer’s capacity this releases the one left alone for longest. `takeover` also takes one that another writer has claimed',
    body: object({ conversation: id, takeover: optional(Type.Boolean()) }),
    status: 200,
    reply: ok,
  },
  deskRelease: {
    method: 'DELETE',
    path: '/api/admin/desk-claim',
    scope: [{ of: 'conversation', at: 'body.conversation' }],
    access: 'operator',
    roles: ['writer', 'supervisor'],
    audit: { act: 'desk.release', object: 'body.conversation' },
    summary: 'Release a conversation, with a note for the next writer',
    body: object({ conversation: id, note: optional(text(500)) }),
    status: 200,
    reply: ok,
  },
  deskReport: {
    method: 'POST',
    path: '/api/admin/desk-report',
    scope: [{ of: 'conversation', at: 'body.conversation' }],
    access: 'operator',
    roles: ['writer', 'supervisor'],
    audit: { act: 'desk.report', object: 'body.conversation' },
    summary: 'Tell the moderators that a member is in distress or seems under age',
    body: object({
      conversation: id,
      client_id: uuid,
      reason: oneOf(deskReportReasons),
      text: text(2000, 1),
    }),
    status: 200,
    reply: ok,
  },
  deskThread: {
    method: 'GET',
    path: '/api/admin/desk-thread',
    scope: [{ of: 'conversation', at: 'query.conversation' }],
    access: 'operator',
    roles: ['writer', 'supervisor'],
    // The screen refetches this call with every event, so it writes at most one entry per member every ten
    // minutes.
    audit: { act: 'desk.look', member: 'reply.member.id' },
    changesState: true,
    summary:
      'A conversation as its fictional profile sees it, back to the message `to`, with the member’s profile and the notes. With `past` it stays unread until the writer claims it',
    query: Type.Object({
      conversation: id,
      before: optional(id),
      to: optional(id),
      past: optional(Type.Boolean()),
    }),
    status: 200,
    reply: object({
      chat,
      profile,
      member: shownProfile,
      /** The member's language. */
      language: oneOf(locales),
      time_zone: nullable(Type.String()),
      memory: Type.String(),
      memory_by: nullable(object({ name: Type.String(), at: instant })),
      waiting_since: nullable(instant),
      claimed_by: nullable(operator),
      mine: Type.Boolean(),
      /** The member asked whether the profile is real and has not had a truthful answer yet. */
      asked_if_real: Type.Boolean(),
      /**
       * The member's own spending limits. `stops` is true during a pause or once the cap is reached; the desk
       * must not message the member then.
       */
      spending: object({
        paused_until: nullable(instant),
        cap: nullable(count),
        spent_this_month: count,
        stops: Type.Boolean(),
      }),
      /** The member's last purchases, newest first, without those that went back. */
      purchases: list(object({ credits: count, at: instant })),
      /** Notes of supervisors, newest last. The member never sees them. */
      whispers: list(object({ id, by: Type.String(), text: Type.String(), at: instant })),
      openings: list(object({ id: Type.String(), text: Type.String() })),
    }),
  },
  deskMemory: {
    method: 'PUT',
    path: '/api/admin/desk-thread',
    scope: [{ of: 'conversation', at: 'body.conversation' }],
    access: 'operator',
    roles: ['writer', 'supervisor'],
    audit: { act: 'desk.memory', object: 'body.conversation' },
    summary: 'Save the profile’s notes about the member',
    body: object({ conversation: id, memory: text(4000) }),
    status: 200,
    reply: ok,
  },
  deskAnswer: {
    method: 'POST',
    path: '/api/admin/desk-thread',
    scope: [{ of: 'conversation', at: 'body.conversation' }],
    access: 'operator',
    roles: ['writer', 'supervisor'],
    audit: { act: 'desk.answer', object: 'body.conversation' },
    summary: 'Answer as the fictional profile',
    accepts: 'multipart',
    body: object({
      conversation: id,
      client_id: uuid,
      text: optional(text(20_000)),
      gift: optional(text(40)),
      waveform: optional(waveform),
      reminded: optional(list(oneOf(honestyReminders), { maxItems: 3 })),
    }),
    status: 201,
    reply: sent,
  },
  deskReact: {
    method: 'PUT',
    path: '/api/admin/desk-reaction',
    scope: [{ of: 'conversation', at: 'body.conversation' }],
    access: 'operator',
    roles: ['writer', 'supervisor'],
    audit: { act: 'desk.react', object: 'body.conversation' },
    summary: 'React to a message as the fictional profile, or withdraw the reaction with null',
    body: reactionBody,
    status: 200,
    reply: object({ message }),
  },
  deskOpenImage: {
    method: 'POST',
    path: '/api/admin/desk-image',
    scope: [{ of: 'conversation', at: 'body.conversation' }],
    access: 'operator',
    roles: ['writer', 'supervisor'],
    audit: { act: 'desk.open_image', object: 'body.image' },
    summary: 'Open an image that can be seen once, as the fictional profile',
    body: object({ conversation: id, image: id, opening: uuid }),
    status: 200,
    reply: object({ filename: Type.String({ description: 'Valid for a minute' }), message }),
  },
  deskTranslation: {
    method: 'POST',
    path: '/api/admin/desk-translation',
    scope: [{ of: 'conversation', at: 'body.conversation' }],
    access: 'operator',
    roles: ['writer', 'supervisor'],
    audit: { act: 'desk.translate', object: 'body.message' },
    summary:
      "Translate a member's message for the writer, by the translation service of the site; nothing is stored",
    limits: [{ name: 'translations at the desk', points: 300, seconds: 600, by: 'member' }],
    body: object({ conversation: id, message: id, to: oneOf(locales) }),
    status: 200,
    reply: translated,
  },
  deskVoiceListened: {
    method: 'PUT',
    path: '/api/admin/desk-voice',
    scope: [{ of: 'conversation', at: 'body.conversation' }],
    access: 'operator',
    roles: ['writer', 'supervisor'],
    audit: { act: 'desk.listen', object: 'body.voice' },
    summary: 'Mark a voice message as listened to, as the fictional profile',
    body: object({ conversation: id, voice: id }),
    status: 200,
    reply: object({ message }),
  },
  deskTyping: {
    // A GET, because only GET calls limit audit entries to one in ten minutes; this one repeats every few
    // seconds.
    method: 'GET',
    path: '/api/admin/desk-typing',
    scope: [{ of: 'conversation', at: 'query.conversation' }],
    access: 'operator',
    roles: ['writer', 'supervisor'],
    audit: { act: 'desk.typing' },
    changesState: true,
    summary: 'Tell the member that the fictional profile is typing',
    query: Type.Object({ conversation: id }),
    status: 204,
    reply: nothing,
  },
  deskEvents: {
    method: 'GET',
    path: '/api/admin/desk-events',
    scope: 'listed',
    access: 'operator',
    roles: ['writer', 'supervisor'],
    audit: { act: 'desk.follow' },
    summary: 'Event stream: `desk` when the list changes; `typing` and `message` of the claimed conversation',
    streams: true,
    status: 200,
    reply: Type.Any(),
  },
  deskFigures: {
    method: 'GET',
    path: '/api/admin/desk-figures',
    scope: 'listed',
    bySite: true,
    access: 'operator',
    reads: true,
    roles: ['writer', 'supervisor'],
    audit: { act: 'desk.figures' },
    summary:
      'Answers and median wait of the last 30 days by writer. Writers see their own row, owners all of them',
    status: 200,
    reply: object({
      days: count,
      writers: list(object({ writer: operator, answers: count, median_wait_seconds: nullable(count) })),
      returned_waits: count,
      waiting: count,
    }),
  },
} as const satisfies Record<string, Call>;
