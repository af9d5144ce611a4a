import { itemOf } from '#contract/lists/item-of.ts';
import type { SignupIntent } from '#web/session/signup-intent.ts';

/**
 * The steps of signup that have a form. After them come push, if the browser supports it, and the
 * confirmation.
 */
export const formSteps = ['message', 'photo', 'location', 'personal', 'about'] as const;
export type FormStep = (typeof formSteps)[number];
export type Step = FormStep | 'push' | 'confirm';

export const isStep = (value: string | null): value is Step =>
  value === 'push' || value === 'confirm' || itemOf(formSteps, value) !== undefined;

export const STEP_HEADING = 'signup-step';

export const stepOf: Record<string, FormStep> = {
  gender: 'message',
  gender_sought: 'message',
  signup_message: 'message',
  country: 'location',
  region: 'location',
  city: 'location',
  name: 'personal',
  date_of_birth: 'personal',
  partner_name: 'personal',
  partner_date_of_birth: 'personal',
  email: 'personal',
  password: 'personal',
  about: 'about',
  intimate_consent: 'about',
};

export interface StepProps {
  intent: SignupIntent;
  register(pass: () => boolean): void;
}
