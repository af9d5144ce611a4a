import { type Static, Type } from 'typebox';
import type { Call } from '../call.ts';
import { messageKinds } from '../chat/conversations.ts';
import { waveform } from '../chat/voice.ts';
import { complaintCategories, complaintOutcomes, complaintStates } from '../lists/complaints.ts';
import { profileCard } from '../profiles.ts';
import { REASON_LENGTH, contentGrounds, suspensionDays } from '../rules/measure-rules.ts';
import {
  count,
  id,
  instant,
  list,
  nullable,
  object,
  ok,
  oneOf,
  optional,
  page,
  text,
  uuid,
} from '../schema.ts';

const ownComplaint = object({
  id,
  category: oneOf(complaintCategories),
  state: oneOf(complaintStates),
  outcome: nullable(oneOf(complaintOutcomes)),
  note: nullable(Type.String({ description: 'The operator’s explanation of the decision' })),
  text: Type.String({ description: 'Empty after the account that it was about was deleted' }),
  about: nullable(Type.String({ description: 'Name of the reported member' })),
  created_at: instant,
  decided_at: nullable(instant),
});

export type OwnComplaint = Static<typeof ownComplaint>;

/**
 * A complaint in the queue. Its text is only in `complaintFile`, because every reading of the text is
 * audited.
 */
const waitingComplaint = object({
  id,
  category: oneOf(complaintCategories),
  state: oneOf(complaintStates),
  urgent: Type.Boolean(),
  priority: Type.Integer({ description: '0 is the highest' }),
  trusted_flagger: Type.Boolean({ description: 'A notice of a trusted flagger (DSA, article 22)' }),
  created_at: instant,
  taken_by: nullable(Type.String({ description: 'Name of the operator who took it' })),
  mine: Type.Boolean(),
});

export type WaitingComplaint = Static<typeof waitingComplaint>;

const evidenceVoice = object({ filename: Type.String(), duration_ms: count, waveform });

const complaintFile = object({
  ...waitingComplaint.properties,
  text: Type.String(),
  content_url: nullable(
    Type.String({ description: 'Where the reported content is, as the reporter typed it' }),
  ),
  reporter: nullable(
    object({
      name: nullable(Type.String()),
      email: nullable(Type.String()),
      language: nullable(Type.String()),
      complaints: count,
      member: nullable(id),
      unfounded: Type.Integer({ minimum: 0, description: 'Unfounded complaints of the last 12 months' }),
    }),
  ),
  member: nullable(profileCard),
  member_language: nullable(Type.String()),
  complaints_about: count,
  can_remove: Type.Boolean({
    description: 'Refers to a photo, voice introduction or message that can be removed',
  }),
  can_close: Type.Boolean({ description: 'Refers to a member whose account can be closed' }),
  profile: nullable(
    object({
      name: Type.String(),
      city: nullable(Type.String()),
      about: nullable(Type.String()),
      answers: list(Type.String()),
    }),
  ),
  pictures: list(object({ filename: Type.String(), subject: Type.Boolean() })),
  recordings: list(object({ ...evidenceVoice.properties, subject: Type.Boolean() })),
  messages: list(
    object({
      id,
      theirs: Type.Boolean(),
      subject: Type.Boolean(),
      kind: oneOf(messageKinds),
      text: nullable(Type.String()),
      voice: optional(evidenceVoice),
      created_at: instant,
      former: list(object({ text: Type.String(), until: instant })),
      reactions: list(Type.String()),
    }),
  ),
});

export type ComplaintFile = Static<typeof complaintFile>;

export const complaintCalls = {
  complaints: {
    method: 'GET',
    path: '/api/complaints.php',
    access: 'member',
    summary: 'My complaints with their outcomes, newest first',
    query: page,
    status: 200,
    reply: object({ complaints: list(ownComplaint), next: nullable(Type.String()) }),
  },
  adminComplaints: {
    method: 'GET',
    path: '/api/admin/complaints',
    scope: 'listed',
    bySite: true,
    access: 'operator',
    reads: true,
    summary: 'Open complaints, urgent ones first',
    roles: ['moderator', 'support'],
    audit: { act: 'complaints.list' },
    query: page,
    status: 200,
    reply: object({ complaints: list(waitingComplaint), waiting: count, next: nullable(Type.String()) }),
  },
  adminComplaint: {
    method: 'GET',
    path: '/api/admin/complaint',
    scope: [{ of: 'complaint', at: 'query.id' }],
    access: 'operator',
    reads: true,
    summary: 'A complaint with its evidence; writes an audit entry',
    roles: ['moderator', 'support'],
    audit: { act: 'complaint.look', member: 'reply.member.id', object: 'query.id' },
    query: Type.Object({ id }),
    status: 200,
    reply: complaintFile,
  },
  takeComplaint: {
    method: 'POST',
    path: '/api/admin/complaint',
    scope: [{ of: 'complaint', at: 'body.id' }],
    access: 'operator',
    summary: 'Take a complaint, which shows other operators who works on it',
    roles: ['moderator', 'support'],
    audit: { act: 'complaint.take', object: 'body.id' },
    body: object({ id }),
    status: 200,
    reply: ok,
  },
  decideComplaint: {
    method: 'PUT',
    path: '/api/admin/complaint',
    scope: [{ of: 'complaint', at: 'body.id' }],
    access: 'operator',
    summary: 'Decide a complaint; the reporter is notified',
    roles: ['moderator', 'support'],
    audit: { act: 'complaint.decide', object: 'body.id' },
    body: object({
      id,
      outcome: oneOf(complaintOutcomes),
      note: optional(text(REASON_LENGTH)),
      // For decisions with a measure. The member concerned reads these reasons.
      ground: optional(oneOf(contentGrounds)),
      facts: optional(text(REASON_LENGTH)),
      days: optional(
        Type.Unsafe<(typeof suspensionDays)[number]>({ type: 'integer', enum: [...suspensionDays] }),
      ),
      refund: optional(Type.Boolean()),
      unfounded: optional(
        Type.Boolean({ description: 'With `no_violation`: manifestly unfounded, which counts as misuse' }),
      ),
    }),
    status: 200,
    reply: ok,
  },
  complaint: {
    method: 'POST',
    path: '/api/complaint.php',
    access: 'public',
    summary: 'Send a complaint',
    // A person in distress sends several, a script hundreds. Visitors get fewer, because each of their
    // complaints sends a mail.
    limits: [
      { name: 'complaints', points: 20, seconds: 3600, by: 'member' },
      { name: 'complaints of visitors', points: 5, seconds: 3600, by: 'visitor' },
    ],
    body: object({
      profile: optional(id),
      message: optional(id),
      photo: optional(id),
      voice_intro: optional(id),
      category: oneOf(complaintCategories),
      text: text(5000),
      // Optional, because an incomplete notice is worth reading too. The form asks for all of them.
      content_url: optional(text(2000)),
      name: optional(text(120)),
      email: optional(text(320)),
      client_id: optional(uuid),
    }),
    status: 201,
    reply: object({ id }),
  },
} as const satisfies Record<string, Call>;
