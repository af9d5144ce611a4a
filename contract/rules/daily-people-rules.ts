import type { FieldName, Interest } from '../profile-fields.ts';

/** People chosen for a member each day, and the days in which nobody is chosen twice (docs/product.md 6.21). */
export const DAILY_PEOPLE = 5;
export const DAILY_PEOPLE_DAYS = 30;

/** Fields of which the people of a day are told what they have in common, in this order. */
export const sharedFields = ['interests', 'intention', 'languages'] as const satisfies FieldName[];
export type SharedField = (typeof sharedFields)[number];

/** Interests that count for the fit but are not named beside a photo, where somebody may look over a shoulder. */
const discreet: readonly Interest[] = [
  'relationship',
  'onenightstand',
  'kissing',
  'hugging',
  'massages',
  'lingerie',
  'sex',
  'safesex',
  'publicsex',
  'oralsex',
  'analsex',
  'sextoys',
  'masturbating',
  'exchangingpictures',
  'threesome',
  'gangbang',
  'bondage',
  'sadomasochism',
];
export const discreetInterests: ReadonlySet<string> = new Set(discreet);
