import { password } from '../app.ts';

/** A valid form of a sign-up. */
export const signupForm = (email: string, changes: Record<string, unknown> = {}) => ({
  email,
  password,
  name: 'Nova',
  gender: 'female' as const,
  gender_sought: 'male' as const,
  date_of_birth: '1992-04-12',
  country: 'NL' as const,
  language: 'nl' as const,
  intimate_consent: true,
  ...changes,
});
