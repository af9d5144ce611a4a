import { Type, type Static } from 'typebox';
import {
  bodyTypes,
  camVariants,
  distanceBands,
  eyeColors,
  genders,
  hairColors,
  interests,
  photoStatuses,
  profileKinds,
  profileStatuses,
  relationshipStatuses,
  roles,
  sexualities,
  tattooAnswers,
  userStatuses,
  disabledNotificationReasons,
} from './enums.ts';
import { countryCodes } from './lists/countries.ts';
import { locales } from './lists/locales.ts';
import { count, day, id, instant, list, nullable, object, oneOf, optional, text } from './schema.ts';

/** The photo that leads a profile. Addresses are signed and expire. */
export const mainImage = object({
  filename: Type.String(),
  thumb_filename: Type.String(),
  status: oneOf(photoStatuses),
  match: optional(Type.String({ description: 'Path of the match (auto-like)' })),
});
export type MainImage = Static<typeof mainImage>;

export const photo = object({
  id,
  filename: nullable(Type.String({ description: 'Null while locked' })),
  thumb_filename: Type.String({ description: 'Blurred while locked' }),
  private: Type.Boolean(),
  locked: Type.Boolean(),
  status: oneOf(photoStatuses),
  main: Type.Boolean(),
  width: optional(count),
  height: optional(count),
  refusal_reason: optional(nullable(Type.String())),
});
export type Photo = Static<typeof photo>;

export const cam = object({ variant: oneOf(camVariants), url: Type.String() });

const cardFields = {
  id,
  name: Type.String(),
  age: count,
  gender: oneOf(genders),
  country: oneOf(countryCodes),
  region: nullable(Type.String()),
  city: nullable(Type.String()),
  kind: oneOf(profileKinds),
  cam: optional(cam),
  main_image: nullable(mainImage),
  num_photos: count,
  online: Type.Boolean({ description: 'Seen within the last minutes; coarse' }),
  is_new: Type.Boolean(),
  verified: optional(Type.Boolean({ description: 'Compared with a selfie by a person; absent for everybody else' })),
  liked: optional(Type.Boolean({ description: 'The logged-in member likes them; absent for visitors and where nobody in particular is told' })),
  within_km: optional(Type.Integer({ enum: [...distanceBands], description: 'Band of the distance between the two city centres, never finer' })),
};

/** What a site's `visible_profile_fields` can leave out of everybody's card; null then. The owner's own are always there. */
const shownFields = {
  ...cardFields,
  age: nullable(count),
  gender: nullable(oneOf(genders)),
  country: nullable(oneOf(countryCodes)),
};

/** A person as lists, cards, chats and likes show them. */
export const profileCard = object(shownFields);
export type ProfileCard = Static<typeof profileCard>;

/** Fields of a card that `visible_profile_fields` names. */
export const hideableCardFields = ['age', 'gender', 'country', 'region', 'city'] as const satisfies (keyof ProfileCard)[];
export type HideableCardField = (typeof hideableCardFields)[number];

export const likedByCard = object({ ...shownFields, like_new: Type.Boolean() });
export type LikedByCard = Static<typeof likedByCard>;

const profileFields = {
  ...cardFields,
  status: oneOf(profileStatuses),
  date_of_birth: nullable(day),
  sexuality: nullable(oneOf(sexualities)),
  gender_sought: nullable(oneOf(genders)),
  interests: list(oneOf(interests)),
  hair_color: nullable(oneOf(hairColors)),
  eye_color: nullable(oneOf(eyeColors)),
  body_type: nullable(oneOf(bodyTypes)),
  relationship_status: nullable(oneOf(relationshipStatuses)),
  tattoos: nullable(oneOf(tattooAnswers)),
  about: nullable(Type.String()),
  active_recently: optional(nullable(oneOf(['today', 'this_week', 'earlier']))),
  photos: list(photo),
};

/** A whole profile. `date_of_birth` and `gender_sought` are filled for the owner only. */
export const profile = object(profileFields);
export type Profile = Static<typeof profile>;

/** A profile as another member sees it on `/members/{id}`. */
export const memberProfile = object({
  ...profileFields,
  ...shownFields,
  related: list(profileCard),
  liked: Type.Boolean(),
  likes_me: Type.Boolean(),
  blocked: Type.Boolean(),
  conversation: nullable(id),
});
export type MemberProfile = Static<typeof memberProfile>;

/** The logged-in member. */
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
  time_zone: optional(nullable(Type.String({ description: 'Of the own day; a change shows here at once and counts from tomorrow' }))),
  signup_date: instant,
  roles: list(oneOf(roles)),
  profile,
  free_messages_left: count,
  conversations_left: nullable(count),
  unread_messages: count,
  new_likes: count,
  new_email: optional(nullable(Type.String({ description: 'An e-mail change that waits for its link' }))),
  spending_cap: optional(nullable(count)),
  spent_this_month: optional(count),
  push_subscribed: optional(Type.Boolean()),
  show_on_landing_pages: optional(Type.Boolean()),
  read_marks: optional(Type.Boolean({ description: 'Others see what this member has read; who hides it does not see theirs' })),
  /** Until then no e-mails of news come; null without a pause. */
  mails_paused_until: optional(nullable(instant)),
  spending_pause: optional(nullable(object({ until: instant, ends_early: Type.Boolean() }))),
});
export type User = Static<typeof user>;

/** PUT /api/profile.php: any profile field; what breaks a rule (docs/product.md 5) is answered 422. */
export const profileChange = object({
  name: optional(text(200)),
  gender: optional(oneOf(genders)),
  gender_sought: optional(oneOf(genders)),
  date_of_birth: optional(text(40)),
  country: optional(oneOf(countryCodes)),
  region: optional(nullable(text(100))),
  city: optional(nullable(text(100))),
  lat: optional(Type.Number({ minimum: -90, maximum: 90 })),
  lon: optional(Type.Number({ minimum: -180, maximum: 180 })),
  sexuality: optional(nullable(oneOf(sexualities))),
  interests: optional(list(oneOf(interests), { maxItems: interests.length })),
  hair_color: optional(nullable(oneOf(hairColors))),
  eye_color: optional(nullable(oneOf(eyeColors))),
  body_type: optional(nullable(oneOf(bodyTypes))),
  relationship_status: optional(nullable(oneOf(relationshipStatuses))),
  tattoos: optional(nullable(oneOf(tattooAnswers))),
  about: optional(nullable(text(5000))),
  show_on_landing_pages: optional(Type.Boolean({ description: 'The member agrees to be shown to visitors on landing pages' })),
});
export type ProfileChange = Static<typeof profileChange>;
