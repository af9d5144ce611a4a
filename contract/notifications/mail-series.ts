import { type Static, Type } from 'typebox';
import { keysOf } from '../keys.ts';
import { countryCodes } from '../lists/countries.ts';
import { locales } from '../lists/locales.ts';
import type { NotificationType } from '../lists/notifications.ts';
import { list, object, oneOf, optional } from '../schema.ts';

/** What ends a series early, and what its effect is measured by. */
export const seriesGoals = ['wrote', 'bought', 'returned'] as const;
export type SeriesGoal = (typeof seriesGoals)[number];

/** The mails of series. Their texts are in `mail.json`, and operators can replace them. */
export const seriesMails = [
  'series-welcome',
  'series-first-hello',
  'series-reply',
  'series-checkout',
  'series-offer',
  'series-back-soon',
  'series-back-later',
  'series-back-last',
] as const;
export type SeriesMail = (typeof seriesMails)[number];

/** Conditions of a step. All of them must hold when it is due; an absent one does not matter. */
const conditions = object({
  credits: optional(Type.Boolean()),
  bought: optional(Type.Boolean()),
  photo: optional(Type.Boolean()),
  wrote: optional(Type.Boolean()),
  answered: optional(Type.Boolean()),
  countries: optional(list(oneOf(countryCodes), { maxItems: 40 })),
  languages: optional(list(oneOf(locales), { maxItems: locales.length })),
});
export type SeriesConditions = Static<typeof conditions>;
export const factConditions = ['credits', 'bought', 'photo', 'wrote', 'answered'] as const;

const MOST_HOURS = 24 * 60;

export const seriesStep = object({
  mail: oneOf(seriesMails),
  /** Hours after the trigger. */
  hours: Type.Integer({ minimum: 0, maximum: MOST_HOURS }),
  push: Type.Boolean({ description: 'Also by push, with the subject and preview of the mail' }),
  conditions,
});
export type SeriesStep = Static<typeof seriesStep>;

interface SeriesKind {
  /** The notification type whose switches, caps and unsubscribe links apply. */
  type: NotificationType;
  goal: SeriesGoal;
  /** Days after which a member may get the series again; null for never. */
  repeatDays: number | null;
  /** It asks for money, so it ends while the member has paused spending. */
  sells: boolean;
  mails: readonly SeriesMail[];
  /** What applies until an operator changes it. */
  steps: readonly SeriesStep[];
}

const step = (
  mail: SeriesMail,
  hours: number,
  { push = false, ...rest }: { push?: boolean } & SeriesConditions = {},
): SeriesStep => ({ mail, hours, push, conditions: rest });

/** Every trigger of an automated series (docs/product.md 14.12). */
export const seriesTriggers = {
  welcome: {
    type: 'reminders',
    goal: 'wrote',
    repeatDays: null,
    sells: false,
    mails: ['series-welcome', 'series-first-hello'],
    // The profile reminder, of the same type, has a week between its mails and comes first to those without a photo.
    steps: [step('series-welcome', 1), step('series-first-hello', 192, { wrote: false, photo: true })],
  },
  first_reply: {
    type: 'promotions',
    goal: 'bought',
    repeatDays: null,
    sells: true,
    mails: ['series-reply'],
    steps: [step('series-reply', 1, { credits: false })],
  },
  checkout: {
    type: 'promotions',
    goal: 'bought',
    repeatDays: 30,
    sells: true,
    mails: ['series-checkout'],
    steps: [step('series-checkout', 2)],
  },
  offer_ends: {
    type: 'promotions',
    goal: 'bought',
    repeatDays: null,
    sells: true,
    mails: ['series-offer'],
    steps: [step('series-offer', 0, { bought: false })],
  },
  away: {
    type: 'promotions',
    goal: 'returned',
    repeatDays: 90,
    sells: false,
    mails: ['series-back-soon', 'series-back-later', 'series-back-last'],
    steps: [step('series-back-soon', 0), step('series-back-later', 96), step('series-back-last', 648)],
  },
} as const satisfies Record<string, SeriesKind>;

export type SeriesTrigger = keyof typeof seriesTriggers;
export const seriesTriggerNames = keysOf(seriesTriggers);
export const seriesKind = (trigger: SeriesTrigger): SeriesKind => seriesTriggers[trigger];

/** Days without a visit after which the series of the trigger `away` begins. */
export const AWAY_DAYS = 3;
/** A welcome offer must last this many hours for the series of its end, which begins a day before: mails sent in the last hour would come too late. */
export const OFFER_HOURS = { leastLength: 36, before: 24 };
/** Share of the members who get nothing, so that the effect can be measured, until an operator changes it. */
export const USUAL_HOLDOUT = 10;
