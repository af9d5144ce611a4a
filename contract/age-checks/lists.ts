/** When members of a country must have proved that they are adults. */
export const ageGates = ['off', 'before_contact', 'at_signup'] as const;
export type AgeGate = (typeof ageGates)[number];

/** `office`: a person decides, by a document and a selfie. `eu`: a wallet app presents an EU proof of age. */
export const ageProviders = ['office', 'yoti', 'eu', 'sandbox'] as const;
export type AgeProviderName = (typeof ageProviders)[number];

/** `other`: a way that a provider has added since. */
export const ageMethods = ['document', 'face', 'digital_id', 'other', 'simulated'] as const;
export type AgeMethod = (typeof ageMethods)[number];

/** What a member sends for a check in the office. */
export const agePictures = ['document', 'selfie'] as const;
export type AgePicture = (typeof agePictures)[number];

/** Why a person in the office refuses, in the order of the keys on the screen. */
export const ageRefusals = ['unclear', 'not_same_person', 'not_accepted', 'too_young'] as const;
export type AgeRefusal = (typeof ageRefusals)[number];

/**
 * Why a presented proof of age is refused: its issuer is not trusted, it is not valid now, or its signatures do not hold for
 * this check.
 */
export const ageProofFaults = ['issuer_unknown', 'proof_expired', 'proof_invalid'] as const;

/** Results that let nobody through. `expired`: there was no result in time. */
export const ageNegatives = [...ageRefusals, 'expired', ...ageProofFaults] as const;
export type AgeNegative = (typeof ageNegatives)[number];

/** Why a check failed. `withdrawn`: the member ended it. */
export const ageFailures = [...ageNegatives, 'withdrawn'] as const;
export type AgeFailure = (typeof ageFailures)[number];

/** Days that the office has for a decision. Afterwards the pictures are deleted. */
export const AGE_REVIEW_DAYS = 14;
/** Days in which a member may ask for a second decision. */
export const AGE_APPEAL_DAYS = 30;
export const AGE_APPEAL_LENGTH = 500;
/**
 * Days before its expiry in which a passed check can be renewed. The reminder goes out at their beginning. As long as the
 * office has for a decision, so that whoever renews at once has one in time.
 */
export const AGE_RENEWAL_DAYS = AGE_REVIEW_DAYS;
