import { type Static, Type } from 'typebox';
import type { Call } from './call.ts';
import { countryCodes } from './lists/countries.ts';
import { genders } from './lists/genders.ts';
import { onlookers } from './lists/onlookers.ts';
import { mainImage, photo } from './photos/photo.ts';
import {
  detailFields,
  factFields,
  interests,
  isStoredAs,
  profileFields,
  recordOf,
  wordsOf,
  type FactField,
  type FactValue,
} from './profile-fields.ts';
import { MOST_PROMPTS, prompts } from './rules/prompts.ts';
import { distanceBands } from './rules/search-rules.ts';
import { count, cursor, day, id, list, nullable, object, ok, oneOf, optional, text } from './schema.ts';
import { voiceIntro, type VoiceIntro } from './voice/voice-intro.ts';

export const profileKinds = ['member', 'fictional', 'cam'] as const;
export type ProfileKind = (typeof profileKinds)[number];
export const camVariants = ['cam', 'resell'] as const;
export const profileStatuses = ['active', 'disabled'] as const;

export const cam = object({ variant: oneOf(camVariants), url: Type.String() });

const cardFields = {
  id,
  name: Type.String(),
  age: count,
  partner_age: optional(
    Type.Integer({
      minimum: 0,
      description: 'Of a couple, whose name has both first names. Absent wherever ages are hidden',
    }),
  ),
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
  verified: optional(
    Type.Boolean({ description: 'Compared with a selfie by a person; absent for everybody else' }),
  ),
  liked: optional(
    Type.Boolean({
      description:
        'The logged-in member likes them; absent for visitors and where nobody in particular is told',
    }),
  ),
  within_km: optional(
    Type.Integer({
      enum: [...distanceBands],
      description: 'Band of the distance between the two city centres, never finer',
    }),
  ),
};

/**
 * The fields of a card for other members: fields that `visible_profile_fields` omits are null. Owners always
 * see their own.
 */
export const shownFields = {
  ...cardFields,
  age: nullable(count),
  gender: nullable(oneOf(genders)),
  country: nullable(oneOf(countryCodes)),
};

export const profileCard = object(shownFields);

export type ProfileCard = Static<typeof profileCard>;

const facts = recordOf(factFields, factSchema) as { [F in FactField]: Type.TUnsafe<FactValue<F>> };

function factSchema(field: FactField): Type.TUnsafe<unknown> {
  if (isStoredAs(field, 'number')) {
    const { least: minimum, most: maximum, unit } = profileFields[field].range;
    return Type.Unsafe(nullable(Type.Integer({ minimum, maximum, description: `In ${unit}s` })));
  }
  const words = wordsOf(field);
  return isStoredAs(field, 'words')
    ? Type.Unsafe(list(oneOf(words), { maxItems: words.length }))
    : nullable(oneOf(words));
}

const promptAnswers = list(object({ prompt: oneOf(prompts), answer: text(1000) }), {
  maxItems: MOST_PROMPTS,
});

const wholeFields = {
  ...cardFields,
  status: oneOf(profileStatuses),
  date_of_birth: nullable(day),
  partner_date_of_birth: nullable(day),
  gender_sought: nullable(oneOf(genders)),
  interests: list(oneOf(interests)),
  ...facts,
  about: nullable(Type.String()),
  prompts: promptAnswers,
  active_recently: optional(nullable(oneOf(['today', 'this_week', 'earlier']))),
  photos: list(photo),
};

/** Fields that the owner hides from others; none of a card's. */
const hiddenByOwner = list(oneOf(detailFields), { maxItems: detailFields.length });

/** A profile for its owner, including the fields that nobody else gets. */
export const profile = object({ ...wholeFields, hidden_fields: hiddenByOwner });
export type Profile = Static<typeof profile>;

const shownWholeFields = {
  ...wholeFields,
  ...shownFields,
  voice_intro: optional(
    Type.Unsafe<VoiceIntro>({ ...voiceIntro, description: 'Approved, and only for members' }),
  ),
};

export const shownProfile = object(shownWholeFields);
export type ShownProfile = Static<typeof shownProfile>;

/** The member's own profile as somebody else sees it. */
export const profileAs = object({
  seen: oneOf(['visible', 'blocked_by', 'hidden']),
  listed: Type.Boolean({ description: 'Appears in search and other lists of strangers' }),
  profile: nullable(shownProfile),
});
export type ProfileAs = Static<typeof profileAs>;

export const memberProfile = object({
  ...shownWholeFields,
  related: list(profileCard),
  liked: Type.Boolean(),
  likes_me: Type.Boolean(),
  blocked: Type.Boolean(),
  dismissed: optional(
    Type.Boolean({ description: '“Not for me”: left out of the member’s lists for a while' }),
  ),
  conversation: nullable(id),
});

export type MemberProfile = Static<typeof memberProfile>;

/** Body of `PUT /api/profile.php`: any profile fields. A value that violates a rule is answered with 422. */
export const profileChange = object({
  name: optional(
    Type.String({
      maxLength: 200,
      description: 'Of a couple: both first names, as in “Anna & Bram”',
    }),
  ),
  gender: optional(oneOf(genders)),
  gender_sought: optional(oneOf(genders)),
  date_of_birth: optional(text(40)),
  partner_date_of_birth: optional(nullable(text(40))),
  country: optional(oneOf(countryCodes)),
  region: optional(nullable(text(100))),
  city: optional(nullable(text(100))),
  lat: optional(Type.Number({ minimum: -90, maximum: 90 })),
  lon: optional(Type.Number({ minimum: -180, maximum: 180 })),
  interests: optional(list(oneOf(interests), { maxItems: interests.length })),
  ...(recordOf(factFields, (field) => optional(facts[field])) as {
    [F in FactField]: Type.TOptional<(typeof facts)[F]>;
  }),
  about: optional(nullable(text(5000))),
  prompts: optional(promptAnswers),
  hidden_fields: optional(hiddenByOwner),
  show_on_landing_pages: optional(
    Type.Boolean({ description: 'The member agrees to be shown to visitors on landing pages' }),
  ),
});

export type ProfileChange = Static<typeof profileChange>;

export const profilesCalls = {
  changeProfile: {
    method: 'PUT',
    path: '/api/profile.php',
    access: 'member',
    summary: 'Change my profile',
    body: profileChange,
    status: 200,
    reply: profile,
  },
  member: {
    method: 'GET',
    path: '/api/member.php',
    access: 'public',
    summary: 'A profile',
    changesState: true,
    // The limit is far above what a person reads, and too low to copy the site.
    limits: [{ name: 'profile views', points: 600, seconds: 3600, by: 'caller' }],
    query: Type.Object({ id }),
    status: 200,
    reply: memberProfile,
  },
  profileAs: {
    method: 'GET',
    path: '/api/profile-as.php',
    access: 'member',
    summary:
      'My profile as a visitor, a free, premium or blocked member, or a stranger while I am incognito sees it',
    query: Type.Object({ as: oneOf(onlookers) }),
    status: 200,
    reply: profileAs,
  },
  recentlyViewed: {
    method: 'GET',
    path: '/api/recently-viewed.php',
    access: 'member',
    summary: 'Profiles that I viewed recently, newest first; only visible to me',
    status: 200,
    reply: object({ profiles: list(profileCard) }),
  },
  dismissed: {
    method: 'GET',
    path: '/api/not-for-me.php',
    access: 'member',
    summary: 'Profiles that I do not want to find for a while; only visible to me',
    query: Type.Object({ cursor: optional(cursor) }),
    status: 200,
    reply: object({ profiles: list(profileCard), next: nullable(Type.String()) }),
  },
  dismiss: {
    method: 'POST',
    path: '/api/not-for-me.php',
    access: 'member',
    summary: 'Leave a profile out of my lists for a while',
    limits: [{ name: 'dismissals', points: 300, seconds: 3600, by: 'member' }],
    body: object({ profile: id }),
    status: 200,
    reply: ok,
  },
  restoreProfile: {
    method: 'DELETE',
    path: '/api/not-for-me.php',
    access: 'member',
    summary: 'Find a profile again',
    body: object({ profile: id }),
    status: 200,
    reply: ok,
  },
  forgetViewed: {
    method: 'DELETE',
    path: '/api/recently-viewed.php',
    access: 'member',
    summary: 'Clear the list of profiles that I viewed',
    status: 200,
    reply: ok,
  },
  interests: {
    method: 'GET',
    path: '/api/interests.php',
    access: 'public',
    summary: 'List of interests',
    status: 200,
    reply: object({ interests: list(oneOf(interests)) }),
  },
  regions: {
    method: 'GET',
    path: '/api/regions.php',
    access: 'public',
    summary: 'Regions of a country',
    query: Type.Object({ country: optional(oneOf(countryCodes)) }),
    status: 200,
    reply: object({
      country: oneOf(countryCodes),
      region_label: Type.String(),
      regions: list(object({ id: Type.String(), name: Type.String(), cities: list(Type.String()) })),
    }),
  },
  geocode: {
    method: 'GET',
    path: '/api/geocode.php',
    access: 'public',
    summary: 'Reverse geocoding from the local gazetteer',
    query: Type.Object({
      lat: Type.Number({ minimum: -90, maximum: 90 }),
      lon: Type.Number({ minimum: -180, maximum: 180 }),
    }),
    status: 200,
    reply: object({
      country: nullable(Type.String()),
      region: nullable(Type.String()),
      city: nullable(Type.String()),
    }),
  },
} as const satisfies Record<string, Call>;
