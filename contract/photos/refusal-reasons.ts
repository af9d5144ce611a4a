/** Why a moderator refuses a picture, in the order of the office's keys. The words are in `photos:reasons`. */
export const refusalReasons = [
  'not_a_person',
  'more_people',
  'contact_details',
  'explicit',
  'minor',
  'quality',
  'not_own',
  'other',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** That a picture shows somebody under age is decided for each picture by itself, because it holds the account. */
export const bulkRefusals = refusalReasons.filter((reason) => reason !== 'minor');

/** A picture in a conversation may show anything or several people, so reasons about its subject do not apply. */
export const chatImageRefusals = [
  'contact_details',
  'explicit',
  'minor',
  'quality',
  'not_own',
  'other',
] as const satisfies readonly RefusalReason[];
export type ChatImageRefusal = (typeof chatImageRefusals)[number];

/** Reasons about the subject of a picture do not apply to a recording. The words are in `voice_intro:reasons`. */
export const voiceIntroRefusals = chatImageRefusals;
export type VoiceIntroRefusal = (typeof voiceIntroRefusals)[number];
