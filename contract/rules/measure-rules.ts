export const measureKinds = [
  'warning',
  'content_removed',
  'suspension',
  'ban',
  'correction',
  'badge_removed',
] as const;
export type MeasureKind = (typeof measureKinds)[number];

/** The measures that the office takes on a member's file. The others follow a decision on content. */
export const measuresOnFile = ['warning', 'badge_removed', 'suspension', 'ban'] as const;

export const grounds = [
  'fake_profile',
  'harassment',
  'spam',
  'underage',
  'illegal_content',
  'privacy',
  'payment_fraud',
  'house_rules',
] as const;
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
