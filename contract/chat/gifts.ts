import { type Static, Type } from 'typebox';
import type { Call } from '../call.ts';
import { locales } from '../lists/locales.ts';
import { interests } from '../profile-fields.ts';
import { count, id, list, nullable, object, ok, oneOf, optional, text } from '../schema.ts';
import { sitePicture } from '../site-settings/setting-table.ts';

/**
 * A gift in the office. `names` has the name in each language. It is empty for the built-in gifts, whose names
 * are in the locale files.
 */
const giftFields = {
  id: text(60, 1),
  credits: nullable(Type.Integer({ minimum: 0, maximum: 1000 })),
  names: Type.Record(Type.String(), text(40, 1)),
  position: Type.Integer({ minimum: 0, maximum: 10_000 }),
  active: Type.Boolean(),
};

const officeGift = object({ ...giftFields, picture: nullable(Type.String()) });

export type OfficeGift = Static<typeof officeGift>;

/** An opening line in one language. `standard` is the built-in text; null for lines that operators added. */
const officeLine = object({
  id: text(60, 1),
  interest: nullable(oneOf(interests)),
  text: Type.String(),
  standard: nullable(Type.String()),
  active: Type.Boolean(),
});

export type OfficeLine = Static<typeof officeLine>;

export const LINE_LENGTH = 300;

const finance = { access: 'operator', roles: ['finance'] } as const;

const writer = { access: 'operator', roles: ['writer'] } as const;

export const ownGiftId = (): string => `own-${crypto.randomUUID()}`;

export const isOwnGift = (id: string): boolean => /^own-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);

export const ownLineId = (): string => `own.${crypto.randomUUID()}`;

export const gift = object({
  id: Type.String(),
  credits: count,
  /**
   * Only gifts that operators added have a name and a picture. The web app names and draws the built-in ones.
   */
  name: optional(Type.String()),
  picture: optional(Type.String()),
  /** Members can no longer give a retired gift, but old messages still show it. */
  retired: optional(Type.Boolean()),
});

/** What a suggestion for a first message is drawn from. */
export const suggestionSources = ['answer', 'shared_interest', 'intention', 'interest'] as const;

export const suggestion = object({
  from: oneOf(suggestionSources),
  id: Type.String({ description: 'A prompt, an intention that both have, or an opening line' }),
  text: nullable(
    Type.String({ description: 'The answer to the prompt, or the line; null for an intention' }),
  ),
});

export type Suggestion = Static<typeof suggestion>;

export const icebreakers = object({
  icebreakers: list(object({ id: Type.String(), text: Type.String() })),
  fitting: Type.Array(suggestion, {
    maxItems: 3,
    description: 'From what the profile says and what both share; empty if nothing fits',
  }),
  credits: count,
});

export const giftCalls = {
  gifts: {
    method: 'GET',
    path: '/api/gifts.php',
    access: 'public',
    summary: 'Gifts; with `all`, also retired ones',
    query: Type.Object({ all: optional(Type.Boolean()), language: optional(oneOf(locales)) }),
    status: 200,
    reply: object({ gifts: list(gift) }),
  },
  icebreakers: {
    method: 'GET',
    path: '/api/icebreakers.php',
    access: 'member',
    summary: 'Opening lines for a profile',
    query: Type.Object({ profile: id, language: optional(oneOf(locales)) }),
    status: 200,
    reply: icebreakers,
  },
  adminGifts: {
    method: 'GET',
    path: '/api/admin/gifts',
    scope: 'shared',
    ...finance,
    reads: true,
    summary: 'All gifts in display order, including retired ones',
    audit: { act: 'gift.list' },
    status: 200,
    reply: object({ gifts: list(officeGift) }),
  },
  saveGift: {
    method: 'POST',
    path: '/api/admin/gifts',
    scope: 'installation',
    ...finance,
    summary:
      'Change a gift, or add one with an id `own-…`, which needs names and a picture before members see it',
    audit: { act: 'gift.change', object: 'body.id' },
    body: object(giftFields),
    status: 200,
    reply: ok,
  },
  giftPicture: {
    method: 'POST',
    path: '/api/admin/gift-picture',
    scope: 'installation',
    ...finance,
    summary: 'Upload the picture of a gift: PNG, JPEG, WebP or AVIF',
    accepts: 'multipart',
    limits: [{ name: 'gift-picture', points: 60, seconds: 3600, by: 'member' }],
    audit: { act: 'gift.picture', object: 'body.id' },
    body: object({ id: text(60, 1) }),
    status: 200,
    reply: object({ picture: sitePicture }),
  },
  adminIcebreakers: {
    method: 'GET',
    path: '/api/admin/icebreakers',
    scope: 'shared',
    ...writer,
    reads: true,
    summary: 'All opening lines of a language, including retired ones',
    audit: { act: 'icebreaker.list' },
    query: Type.Object({ language: oneOf(locales) }),
    status: 200,
    reply: object({ lines: list(officeLine) }),
  },
  saveIcebreaker: {
    method: 'POST',
    path: '/api/admin/icebreakers',
    scope: 'installation',
    ...writer,
    summary: 'Change or retire an opening line, or add one with a new id `own.<uuid>`',
    audit: { act: 'icebreaker.change', object: 'body.id' },
    body: object({
      language: oneOf(locales),
      id: text(60, 1),
      interest: nullable(oneOf(interests)),
      text: text(LINE_LENGTH, 1),
      active: Type.Boolean(),
    }),
    status: 200,
    reply: ok,
  },
} as const satisfies Record<string, Call>;
