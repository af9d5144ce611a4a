import { itemOf } from '../lists/item-of.ts';

export const measureKinds = [
  'warning',
  'content_removed',
  'suspension',
  'ban',
  'correction',
  'badge_removed',
  'complaint_warning',
  'complaint_suspension',
] as const;
export type MeasureKind = (typeof measureKinds)[number];

/** Measures that follow a member's behaviour. */
export const accountMeasures = ['warning', 'badge_removed', 'suspension', 'ban'] as const;

/** Measures against members who keep sending unfounded complaints (DSA, article 23). The account stays open. */
export const misuseMeasures = ['complaint_warning', 'complaint_suspension'] as const;
export const isMisuseMeasure = (kind: MeasureKind): boolean => itemOf(misuseMeasures, kind) !== undefined;

/** The measures that the office takes on a member's file. The others follow a decision on content. */
export const measuresOnFile = [...accountMeasures, ...misuseMeasures] as const;

/** Measures for a number of days, which end by themselves. */
export const isTimed = (kind: MeasureKind): boolean =>
  kind === 'suspension' || kind === 'complaint_suspension';

/** A member misuses complaints from this number of unfounded ones within these months. */
export const COMPLAINT_MISUSE = { complaints: 3, months: 12 } as const;

/** The grounds that an operator chooses from. */
export const contentGrounds = [
  'fake_profile',
  'harassment',
  'spam',
  'underage',
  'illegal_content',
  'privacy',
  'payment_fraud',
  'house_rules',
] as const;
/** `complaint_misuse` is the ground of the measures against misuse, and of no other. */
export const grounds = [...contentGrounds, 'complaint_misuse'] as const;
export type Ground = (typeof grounds)[number];

/**
 * How the content behind a measure was found: by a notice, by staff, or by an automatic check (rules about
 * words, screening of pictures, likeness to a refused picture). A person decides in each case.
 */
export const detections = ['notice', 'own', 'words', 'image_screening', 'known_picture'] as const;
export type Detection = (typeof detections)[number];

export const suspensionDays = [1, 3, 7, 14, 30] as const;

export const appealStates = ['open', 'upheld', 'reversed'] as const;
export type AppealState = (typeof appealStates)[number];

export const REASON_LENGTH = 2000;
