import type { OpenAgeProvider } from './provider.ts';

/** A day to take the pictures; once they are sent, the office has `AGE_REVIEW_DAYS`. */
const HOURS_FOR_PICTURES = 24;

/** A person in the office, who decides by a document and a selfie. */
export const openOfficeAge: OpenAgeProvider = () => ({
  validDays: 730,
  openHours: HOURS_FOR_PICTURES,
  service: null,
});
