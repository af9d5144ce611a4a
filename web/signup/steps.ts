import type { SignupIntent } from '#web/session/signup-intent.ts';

/** The steps of signup (docs/product.md 4): 0 to 4, then complete, then push where it can be, then confirm. */
export const formSteps = ['message', 'photo', 'location', 'personal', 'about'] as const;
export type FormStep = (typeof formSteps)[number];
export type Step = FormStep | 'push' | 'confirm';

export const isStep = (value: string | null): value is Step =>
  value === 'push' || value === 'confirm' || (formSteps as readonly (string | null)[]).includes(value);

/** The id of a step's heading, which takes the focus when the step comes. */
export const STEP_HEADING = 'signup-step';

/** The step in which a field of the server's refusal is asked. */
export const stepOf: Record<string, FormStep> = {
  gender: 'message',
  gender_sought: 'message',
  signup_message: 'message',
  country: 'location',
  region: 'location',
  city: 'location',
  name: 'personal',
  date_of_birth: 'personal',
  email: 'personal',
  password: 'personal',
  about: 'about',
  intimate_consent: 'about',
};

/** What a step's form tells the flow: `pass` returns whether all of it is right, and shows what is not. */
export interface StepProps {
  intent: SignupIntent;
  register(pass: () => boolean): void;
}
