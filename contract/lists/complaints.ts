export const complaintCategories = [
  'fake_profile',
  'harassment',
  'spam',
  'underage',
  'illegal_content',
  'privacy',
  'payment',
  'other',
] as const;
export type ComplaintCategory = (typeof complaintCategories)[number];

/** Complaints about something that this site shows, for which the form asks where it is (DSA article 16). */
export const isAboutContent: Record<ComplaintCategory, boolean> = {
  fake_profile: true,
  harassment: true,
  spam: true,
  underage: true,
  illegal_content: true,
  privacy: true,
  payment: false,
  other: false,
};
export const complaintStates = ['received', 'looked_at', 'decided'] as const;
export const complaintOutcomes = [
  'content_removed',
  'account_closed',
  'warned',
  'suspended',
  'no_violation',
  'answered',
] as const;
export type ComplaintOutcome = (typeof complaintOutcomes)[number];
