import { type Static, Type } from 'typebox';
import { locales } from '../lists/locales.ts';
import { roles } from '../lists/roles.ts';
import { profile } from '../profiles.ts';
import { count, id, instant, list, nullable, object, oneOf, optional } from '../schema.ts';

export const userStatuses = ['not_confirmed', 'active', 'pending_deletion', 'banned'] as const;
export type UserStatus = (typeof userStatuses)[number];
export const disabledNotificationReasons = ['fbl', 'bounce', 'listunsubscribe'] as const;
export type DisabledNotificationReason = (typeof disabledNotificationReasons)[number];

export const user = object({
  id,
  email: Type.String(),
  status: oneOf(userStatuses),
  credits: count,
  paid_user: Type.Boolean(),
  language: oneOf(locales),
  notifications_disabled: list(Type.String()),
  disabled_notification_reason: optional(nullable(oneOf(disabledNotificationReasons))),
  invisible: Type.Boolean(),
  incognito: optional(
    Type.Boolean({ description: 'Only members whom this member likes or writes to see them' }),
  ),
  intimate_consent: optional(object({ given_at: nullable(instant), withdrawn_at: nullable(instant) })),
  source_objected_at: optional(nullable(instant)),
  held: optional(
    Type.Boolean({ description: 'Hidden and unable to write until a moderator has looked at the account' }),
  ),
  held_as_new: optional(
    Type.Boolean({
      description: 'Held only because a rule for sign-ups asks for a look at new accounts like this one',
    }),
  ),
  age_check: optional(
    oneOf(['before_contact', 'at_signup'], {
      description: 'The age check that the member’s country asks for',
    }),
  ),
  time_zone: optional(
    nullable(Type.String({ description: 'Time zone of the member’s day; a change takes effect tomorrow' })),
  ),
  signup_date: instant,
  /** The versions of texts that experiments show this member. Pages get their words by it. */
  text_versions: optional(Type.String()),
  roles: list(oneOf(roles)),
  /** Of operators: the sites that the roles apply to. Absent for all sites. */
  office_sites: optional(list(Type.String())),
  profile,
  free_messages_left: count,
  conversations_left: nullable(count),
  unread_messages: count,
  new_likes: count,
  new_activity: count,
  new_email: optional(nullable(Type.String({ description: 'A new address that is not confirmed yet' }))),
  spending_cap: optional(nullable(count)),
  spent_this_month: optional(count),
  push_subscribed: optional(Type.Boolean()),
  show_on_landing_pages: optional(Type.Boolean()),
  read_marks: optional(
    Type.Boolean({
      description: 'Others see what this member has read. Members who hide this do not see it of others',
    }),
  ),
  refuses_intimate: optional(Type.Boolean({ description: 'Nobody can send this member intimate pictures' })),
  push_names: optional(Type.Boolean({ description: 'Pushes say the name of the other member' })),
  refuses_video_calls: optional(Type.Boolean({ description: 'Nobody can call this member' })),
  mails_paused_until: optional(nullable(instant)),
  spending_pause: optional(nullable(object({ until: instant, ends_early: Type.Boolean() }))),
});

export type User = Static<typeof user>;
