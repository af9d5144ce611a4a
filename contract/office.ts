import { Type, type Static } from 'typebox';
import { roles, userStatuses } from './enums.ts';
import { measure } from './measures.ts';
import { profileCard } from './profiles.ts';
import { count, id, instant, list, nullable, object, oneOf, optional, text, uuid } from './schema.ts';

/** A member in a list of the back office. */
export const officeMember = object({
  id,
  name: nullable(Type.String()),
  email: nullable(Type.String()),
  kind: nullable(Type.String()),
  status: oneOf([...userStatuses, 'deleted'] as const),
  country: nullable(Type.String()),
  premium: Type.Boolean(),
  signup_date: instant,
});
export type OfficeMember = Static<typeof officeMember>;

/** A change of credits by operators. */
export const creditChange = object({
  id: uuid,
  credits: Type.Integer({ description: 'Below 0: taken' }),
  reason: Type.String(),
  state: oneOf(['approval', 'done', 'declined']),
  asked_by: Type.String(),
  own: Type.Boolean({ description: 'Asked by who looks, so another has to approve' }),
  created_at: instant,
});

/** What operators see of a member: never a password, a token or a position. */
export const officeFile = object({
  member: officeMember,
  card: nullable(profileCard),
  email_confirmed: Type.Boolean(),
  language: Type.String(),
  host: nullable(Type.String()),
  credits: count,
  credit_debt: count,
  suspended_until: nullable(instant),
  delete_requested_at: nullable(instant),
  last_seen: nullable(instant),
  profile: nullable(
    object({
      name: Type.String(),
      gender: Type.String(),
      date_of_birth: Type.String(),
      region: nullable(Type.String()),
      city: nullable(Type.String()),
      about: nullable(Type.String()),
      invisible: Type.Boolean(),
      verified: Type.Boolean({ description: 'Carries the badge of verified members' }),
    }),
  ),
  sessions: list(object({ user_agent: nullable(Type.String()), created_at: instant, last_used_at: instant })),
  counts: object({ conversations: count, messages: count, complaints_sent: count, complaints_about: count, payments: count, photos: count }),
  measures: list(measure),
  credit_changes: list(creditChange),
  employee: Type.Boolean({ description: 'Works here: no measures, no deletion' }),
});
export type OfficeFile = Static<typeof officeFile>;

/** Fields of a profile that an operator may correct, with a reason that the member reads. */
export const correctableFields = ['name', 'about', 'date_of_birth'] as const;

export const auditLine = object({
  id,
  at: instant,
  operator: object({ id, name: nullable(Type.String()) }),
  act: Type.String(),
  member: nullable(object({ id, name: nullable(Type.String()) })),
  object: nullable(Type.String()),
  details: Type.String({ description: 'JSON' }),
});
export type AuditLine = Static<typeof auditLine>;

/** What is looked for in the audit log. */
export const auditQuery = {
  operator: optional(id),
  member: optional(id),
  act: optional(text(60)),
  from: optional(Type.String({ format: 'date' })),
  to: optional(Type.String({ format: 'date' })),
};

export const operator = object({
  id,
  name: nullable(Type.String()),
  email: nullable(Type.String()),
  roles: list(oneOf(roles)),
  active: Type.Boolean(),
  last_seen: nullable(instant),
});
export type Operator = Static<typeof operator>;

/** How much waits, for the menu and the first page. What a role has no business with is absent. */
export const officeTasks = object({
  photos: optional(count),
  chat_images: optional(count),
  verifications: optional(count),
  complaints: optional(count),
  complaints_urgent: optional(count),
  appeals: optional(count),
  texts: optional(count),
  refunds: optional(count),
  credit_changes: optional(count),
});
export type OfficeTasks = Static<typeof officeTasks>;

/** A text that a rule stopped at. */
export const flaggedText = object({
  id,
  kind: oneOf(['name', 'about', 'first_message']),
  text: Type.String(),
  rules: list(oneOf(['phone', 'address', 'link', 'minor'])),
  member: object({ id, name: nullable(Type.String()) }),
  created_at: instant,
});
export type FlaggedText = Static<typeof flaggedText>;
