import { Type, type Static } from 'typebox';
import type { Call } from '../call.ts';
import { interests } from '../enums.ts';
import { locales } from '../lists/locales.ts';
import { sitePicture } from '../setting-table.ts';
import { list, nullable, object, ok, oneOf, text } from '../schema.ts';

/** A gift as operators set it. `names` by language; empty for those that the web app draws and names. */
const giftFields = {
  id: text(60, 1),
  credits: nullable(Type.Integer({ minimum: 0, maximum: 1000 })),
  names: Type.Record(Type.String(), text(40, 1)),
  position: Type.Integer({ minimum: 0, maximum: 10_000 }),
  active: Type.Boolean(),
};
const deskGift = object({ ...giftFields, picture: nullable(Type.String()) });
export type DeskGift = Static<typeof deskGift>;

/** An opening line of a language. `standard` is what the product brings; null for one that operators added. */
const deskLine = object({
  id: text(60, 1),
  interest: nullable(oneOf(interests)),
  text: Type.String(),
  standard: nullable(Type.String()),
  active: Type.Boolean(),
});
export type DeskLine = Static<typeof deskLine>;

/** How long an opening line may be. */
export const LINE_LENGTH = 300;

const finance = { access: 'operator', roles: ['finance'] } as const;
const writer = { access: 'operator', roles: ['writer'] } as const;

/** Gifts and opening lines, as operators set them. */
export const chatDeskCalls = {
  adminGifts: {
    method: 'GET',
    path: '/api/admin/gifts.php',
    ...finance,
    summary: 'The gifts in their order, the retired ones too',
    audit: { act: 'gift.list' },
    status: 200,
    reply: object({ gifts: list(deskGift) }),
  },
  saveGift: {
    method: 'POST',
    path: '/api/admin/gifts.php',
    ...finance,
    summary: 'Change a gift, or make one by an id `own-…`; one of the house needs names and a picture before it is offered',
    audit: { act: 'gift.change', object: 'body.id' },
    body: object(giftFields),
    status: 200,
    reply: ok,
  },
  giftPicture: {
    method: 'POST',
    path: '/api/admin/gift-picture.php',
    ...finance,
    summary: "A gift's picture as a file: PNG, JPEG, WebP or AVIF",
    accepts: 'multipart',
    limits: [{ name: 'gift-picture', points: 60, seconds: 3600, by: 'member' }],
    audit: { act: 'gift.picture', object: 'body.id' },
    body: object({ id: text(60, 1) }),
    status: 200,
    reply: object({ picture: sitePicture }),
  },
  adminIcebreakers: {
    method: 'GET',
    path: '/api/admin/icebreakers.php',
    ...writer,
    summary: 'The opening lines of a language, the retired ones too',
    audit: { act: 'icebreaker.list' },
    query: Type.Object({ language: oneOf(locales) }),
    status: 200,
    reply: object({ lines: list(deskLine) }),
  },
  saveIcebreaker: {
    method: 'POST',
    path: '/api/admin/icebreakers.php',
    ...writer,
    summary: 'Change or retire an opening line; add one by an id `own.<uuid>` that the browser makes',
    audit: { act: 'icebreaker.change', object: 'body.id' },
    body: object({ language: oneOf(locales), id: text(60, 1), interest: nullable(oneOf(interests)), text: text(LINE_LENGTH, 1), active: Type.Boolean() }),
    status: 200,
    reply: ok,
  },
} as const satisfies Record<string, Call>;

/** The id of a gift that operators made. */
export const ownGiftId = (): string => `own-${crypto.randomUUID()}`;
export const isOwnGift = (id: string): boolean => /^own-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);
/** The id of an opening line that operators added. */
export const ownLineId = (): string => `own.${crypto.randomUUID()}`;
