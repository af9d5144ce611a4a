import { Type, type Static } from 'typebox';
import type { Call } from '../call.ts';
import { complaintCategories, complaintOutcomes, complaintStates, messageKinds } from '../enums.ts';
import { contestedDecision } from '../measures.ts';
import { grounds, suspensionDays, REASON_LENGTH } from '../rules/measure-rules.ts';
import { profileCard } from '../profiles.ts';
import { count, id, instant, list, nullable, object, ok, oneOf, optional, page, text } from '../schema.ts';

/** A complaint as its reporter sees it. */
const ownComplaint = object({
  id,
  category: oneOf(complaintCategories),
  state: oneOf(complaintStates),
  outcome: nullable(oneOf(complaintOutcomes)),
  note: nullable(Type.String({ description: 'What the site wrote with its decision' })),
  text: Type.String({ description: 'Empty once it was deleted with the account it was about' }),
  about: nullable(Type.String({ description: 'Name of whom it is about' })),
  created_at: instant,
  decided_at: nullable(instant),
});
export type OwnComplaint = Static<typeof ownComplaint>;

/** A complaint in the operators' queue; what it says is read one by one, since each look is noted. */
const waitingComplaint = object({
  id,
  category: oneOf(complaintCategories),
  state: oneOf(complaintStates),
  urgent: Type.Boolean(),
  priority: Type.Integer({ description: '1 weighs most' }),
  created_at: instant,
  taken_by: nullable(Type.String({ description: 'Name of the operator who looks at it' })),
  mine: Type.Boolean(),
});
export type WaitingComplaint = Static<typeof waitingComplaint>;

/** A complaint with its evidence as it was when it was sent. */
const complaintFile = object({
  ...waitingComplaint.properties,
  text: Type.String(),
  reporter: nullable(object({ name: nullable(Type.String()), email: nullable(Type.String()), complaints: count })),
  member: nullable(profileCard),
  complaints_about: count,
  can_remove: Type.Boolean({ description: 'Names a photo or message that could be removed' }),
  can_close: Type.Boolean({ description: 'Names a member whose account could be closed' }),
  profile: nullable(object({ name: Type.String(), city: nullable(Type.String()), about: nullable(Type.String()) })),
  pictures: list(object({ filename: Type.String(), subject: Type.Boolean() })),
  messages: list(
    object({ id, theirs: Type.Boolean(), subject: Type.Boolean(), kind: oneOf(messageKinds), text: nullable(Type.String()), created_at: instant }),
  ),
});
export type ComplaintFile = Static<typeof complaintFile>;

/** What becomes of complaints: for those who sent them, and for the operators who decide them. */
export const complaintCalls = {
  complaints: {
    method: 'GET',
    path: '/api/complaints.php',
    access: 'member',
    summary: 'My complaints and what became of them, newest first',
    query: page,
    status: 200,
    reply: object({ complaints: list(ownComplaint), next: nullable(Type.String()) }),
  },
  appealView: {
    method: 'GET',
    path: '/api/appeal.php',
    access: 'public',
    summary: 'A decision that the link of a mail speaks of',
    limits: [{ name: 'appeals', points: 60, seconds: 3600, by: 'address' }],
    query: Type.Object({ token: text(400, 1) }),
    status: 200,
    reply: contestedDecision,
  },
  appeal: {
    method: 'POST',
    path: '/api/appeal.php',
    access: 'public',
    summary: 'Object to a decision, by the link of its mail or as who sent the complaint; another person looks at it',
    limits: [{ name: 'appeals', points: 60, seconds: 3600, by: 'address' }],
    body: Type.Union([object({ token: text(400, 1), text: text(REASON_LENGTH, 1) }), object({ complaint: id, text: text(REASON_LENGTH, 1) })]),
    status: 200,
    reply: ok,
  },
  adminComplaints: {
    method: 'GET',
    path: '/api/admin/complaints.php',
    access: 'operator',
    summary: 'Complaints that wait for a decision, the urgent ones first',
    roles: ['moderator', 'support'],
    audit: { act: 'complaints.list' },
    query: page,
    status: 200,
    reply: object({ complaints: list(waitingComplaint), waiting: count, next: nullable(Type.String()) }),
  },
  adminComplaint: {
    method: 'GET',
    path: '/api/admin/complaint.php',
    access: 'operator',
    summary: 'A complaint with its evidence; the look is noted',
    roles: ['moderator', 'support'],
    audit: { act: 'complaint.look', member: 'reply.member.id', object: 'query.id' },
    query: Type.Object({ id }),
    status: 200,
    reply: complaintFile,
  },
  takeComplaint: {
    method: 'POST',
    path: '/api/admin/complaint.php',
    access: 'operator',
    summary: 'Take a complaint: others see who looks at it',
    roles: ['moderator', 'support'],
    audit: { act: 'complaint.take', object: 'body.id' },
    body: object({ id }),
    status: 200,
    reply: ok,
  },
  decideComplaint: {
    method: 'PUT',
    path: '/api/admin/complaint.php',
    access: 'operator',
    summary: 'Decide a complaint; the reporter hears of it',
    roles: ['moderator', 'support'],
    audit: { act: 'complaint.decide', object: 'body.id' },
    body: object({
      id,
      outcome: oneOf(complaintOutcomes),
      note: optional(text(REASON_LENGTH)),
      // Of a measure: what its member reads.
      ground: optional(oneOf(grounds)),
      facts: optional(text(REASON_LENGTH)),
      days: optional(Type.Unsafe<(typeof suspensionDays)[number]>({ type: 'integer', enum: [...suspensionDays] })),
    }),
    status: 200,
    reply: ok,
  },
} as const satisfies Record<string, Call>;
